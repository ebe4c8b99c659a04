// SPDX-License-Identifier: Apache-2.0
// Simulates a scheduler of processes with three priorities. Standard input has a command a line:
// new N P W (a process N of priority P, 0 to 2, with W units of work), run T (units of time), block N, wake N,
// nice N P, kill N, share N M (N gives half of its work to a new M), show. The end prints when each has finished.
// A process of the highest priority runs, those of one priority in turn. A quantum is 2 units, 4 of the lowest one.
// Who waits for 6 units rises by one priority until it has run.
#include <stdio.h>
#include <string.h>

enum { levels = 3, most = 16, patience = 6 };
enum state { ready, running, blocked, finished };

struct process {
  char name;
  int base, priority, work, waited, turnaround;
  enum state state;
};

static struct process processes[most];
static int count = 0;
static int queues[levels][most], lengths[levels];
static int current = -1, used = 0, now = 0, switches = 0;

static int quantum_of(int priority) { return priority == 0 ? 4 : 2; }

static void complain(const char* what, char name) { printf("? %s %c\n", what, name); }

static int find(char name) {
  for (int i = 0; i < count; ++i)
    if (processes[i].name == name && processes[i].state != finished) return i;
  return -1;
}

static void append(int process) {
  int level = processes[process].priority;
  queues[level][lengths[level]] = process;
  ++lengths[level];
}

static void enqueue(int process) {
  processes[process].state = ready;
  processes[process].waited = 0;
  append(process);
}

static void take_out(int process) {
  int level = processes[process].priority;
  int kept = 0;
  for (int i = 0; i < lengths[level]; ++i)
    if (queues[level][i] != process) queues[level][kept++] = queues[level][i];
  lengths[level] = kept;
}

static int highest_level(void) {
  for (int level = levels - 1; level >= 0; --level)
    if (lengths[level] > 0) return level;
  return -1;
}

static void dispatch(void) {
  int level = highest_level();
  if (level < 0) return;
  current = queues[level][0];
  take_out(current);
  processes[current].state = running;
  used = 0;
  ++switches;
}

// The running process goes back into its queue, with its own priority.
static void put_back(void) {
  processes[current].priority = processes[current].base;
  enqueue(current);
  current = -1;
}

static void finish(int process) {
  processes[process].state = finished;
  processes[process].turnaround += now;
  printf("%d: %c ends\n", now, processes[process].name);
}

static void age(void) {
  for (int i = 0; i < count; ++i) {
    struct process* each = &processes[i];
    if (each->state != ready) continue;
    ++each->waited;
    if (each->waited < patience || each->priority == levels - 1) continue;
    take_out(i);
    ++each->priority;
    enqueue(i);
  }
}

static void preempt_if_lower(void) {
  if (current < 0) return;
  if (highest_level() > processes[current].priority) put_back();
}

static void tick(void) {
  preempt_if_lower();
  if (current < 0) dispatch();
  ++now;
  age();
  if (current < 0) return;
  --processes[current].work;
  ++used;
  if (processes[current].work == 0) {
    finish(current);
    current = -1;
  } else if (used >= quantum_of(processes[current].priority)) {
    put_back();
  }
}

static void create(char name, int priority, int work) {
  if (priority < 0 || priority >= levels || work <= 0) {
    complain("bad process", name);
    return;
  }
  if (count == most || find(name) >= 0) {
    complain("no place for", name);
    return;
  }
  struct process made = {.name = name, .base = priority, .priority = priority, .work = work, .turnaround = -now};
  processes[count] = made;
  enqueue(count);
  ++count;
}

static void block(int process) {
  if (processes[process].state == blocked) {
    complain("blocked already:", processes[process].name);
    return;
  }
  if (process == current) {
    current = -1;
  } else {
    take_out(process);
  }
  processes[process].state = blocked;
}

static void wake(int process) {
  if (processes[process].state != blocked) {
    complain("not blocked:", processes[process].name);
    return;
  }
  processes[process].priority = processes[process].base;
  enqueue(process);
}

static void nice(int process, int priority) {
  if (priority < 0 || priority >= levels) {
    complain("bad priority of", processes[process].name);
    return;
  }
  if (processes[process].state == ready) take_out(process);
  processes[process].base = priority;
  processes[process].priority = priority;
  if (processes[process].state == ready) append(process);
}

static void end_early(int process) {
  if (process == current) {
    current = -1;
  } else if (processes[process].state == ready) {
    take_out(process);
  }
  finish(process);
}

static void share(int process, char name) {
  int half = processes[process].work / 2;
  if (half == 0) {
    complain("too little work of", processes[process].name);
    return;
  }
  int before = count;
  create(name, processes[process].base, half);
  if (count > before) processes[process].work -= half;
}

static void show(void) {
  printf("%d:", now);
  if (current >= 0) printf(" [%c %d]", processes[current].name, processes[current].work);
  for (int level = levels - 1; level >= 0; --level)
    for (int i = 0; i < lengths[level]; ++i) printf(" %c%d", processes[queues[level][i]].name, level);
  printf("\n");
}

static void execute(const char* line) {
  char name = '?', other = '?';
  int first = 0, second = 0;
  if (sscanf(line, "new %c %d %d", &name, &first, &second) == 3) {
    create(name, first, second);
    return;
  }
  if (sscanf(line, "run %d", &first) == 1) {
    for (; first > 0; --first) tick();
    return;
  }
  if (strncmp(line, "show", 4) == 0) {
    show();
    return;
  }
  if (sscanf(line, "%*s %c", &name) != 1 || find(name) < 0) {
    complain("no such process", name);
    return;
  }
  int process = find(name);
  if (strncmp(line, "block ", 6) == 0) {
    block(process);
  } else if (strncmp(line, "wake ", 5) == 0) {
    wake(process);
  } else if (sscanf(line, "nice %c %d", &name, &first) == 2) {
    nice(process, first);
  } else if (strncmp(line, "kill ", 5) == 0) {
    end_early(process);
  } else if (sscanf(line, "share %c %c", &name, &other) == 2) {
    share(process, other);
  } else {
    complain("no such command about", name);
  }
}

int main(void) {
  char line[100];
  while (fgets(line, sizeof line, stdin) != NULL) execute(line);
  show();
  for (int i = 0; i < count; ++i)
    if (processes[i].state == finished) printf("%c took %d\n", processes[i].name, processes[i].turnaround);
  printf("%d switches\n", switches);
  return 0;
}
