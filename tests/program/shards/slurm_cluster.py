# SPDX-License-Identifier: Apache-2.0
"""A Slurm cluster of four nodes on this machine, for tests; ended with the object.

Needs root and the packages of scripts/packages-slurm.txt. Its files are in a directory of its own, and its ports are
free ones, so that it does not disturb another cluster of the machine.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

NODES = 4
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={directory}/munge.sock
CredType=cred/munge
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool.%n
SlurmctldPidFile={directory}/slurmctld.pid
SlurmdPidFile={directory}/slurmd.%n.pid
SlurmctldLogFile={directory}/log/slurmctld.log
SlurmdLogFile={directory}/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,sched_interval=1,bf_interval=1,bf_continue
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=60
SlurmctldTimeout=60
KillWait=2
MinJobAge=60
JobRequeue=1
{nodes}
PartitionName=main Nodes=n[0-{last}] Default=YES MaxTime=INFINITE State=UP
"""


class Unavailable(Exception):
    """Why no cluster can be started here."""


def obstacle():
    """What is missing before the first daemon is started; "" if nothing is."""
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch", "squeue") if not shutil.which(name)]
    if missing:
        return f"install {', '.join(missing)} (scripts/install-packages --slurm)"
    return "" if os.geteuid() == 0 else "Slurm's daemons need root"


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Cluster:
    def __init__(self):
        if why := obstacle():
            raise Unavailable(why)
        # A socket's path may have a hundred characters at most.
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
        for name in ("state", "log"):
            (self.directory / name).mkdir()
        host, ports = socket.gethostname(), free_ports(NODES + 1)
        nodes = "\n".join(
            f"NodeName=n{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[i + 1]} CPUs=2 RealMemory=500"
            for i in range(NODES))
        configuration = self.directory / "slurm.conf"
        configuration.write_text(CONFIGURATION.format(host=host, directory=self.directory, ports=ports, nodes=nodes,
                                                      last=NODES - 1))
        # Nothing here uses control groups, but slurmd loads its plugin, and only v1's starts where none are mounted.
        (self.directory / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {**os.environ, "SLURM_CONF": str(configuration)}
        key = self.directory / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        try:
            self.run("munged", "--force", f"--key-file={key}", f"--socket={self.directory}/munge.sock",
                     f"--pid-file={self.directory}/munged.pid", f"--log-file={self.directory}/log/munged.log",
                     f"--seed-file={self.directory}/munge.seed")
            self.run("slurmctld")
            for node in range(NODES):
                self.start_node(node)
            self.wait_for_nodes()
        except RuntimeError as failure:
            self.end()
            raise Unavailable(f"this machine cannot run Slurm's daemons: {failure}") from failure

    def run(self, *command):
        ended = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, timeout=120)
        if ended.returncode != 0:
            raise RuntimeError(f"{command}: {ended.stdout}{ended.stderr}{self.logged()}")
        return ended.stdout

    def logged(self):
        return "".join(f"\n{file.name}:\n{file.read_text()[-3000:]}" for file in self.directory.glob("log/*.log"))

    def wait_until(self, condition, patience=120):
        deadline = time.monotonic() + patience
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError("the cluster does not get there:\n" + self.run("squeue", "--array") +
                                   self.run("sinfo") + self.logged())
            time.sleep(0.2)

    def wait_for_nodes(self):
        self.wait_until(lambda: self.run("sinfo", "--noheader", "--format=%T %D").split() == ["idle", str(NODES)])

    def start_node(self, node):
        self.run("slurmd", "-N", f"n{node}")

    def kill_node(self, node):
        """The machine is gone at once: its daemon, those of its jobs, and all processes of these."""
        gone = self.processes_of(node)
        for number in (signal.SIGSTOP, signal.SIGKILL):  # nobody can tell of another's end
            for pid in gone:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
        # Otherwise the controller notices after SlurmdTimeout.
        self.run("scontrol", "update", f"nodename=n{node}", "state=down", "reason=killed")

    def processes_of(self, node):
        parents, members = {}, set(self.pids_of(f"slurmd.n{node}.pid"))
        wanted = {f"SLURMD_NODENAME=n{node}".encode(), f"SLURM_CONF={self.directory}/slurm.conf".encode()}
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                if wanted <= set((process / "environ").read_bytes().split(b"\0")):
                    members.add(int(process.name))
            except OSError:
                pass
        size = 0
        while size < len(members):
            size = len(members)
            members |= {pid for pid, parent in parents.items() if parent in members}
        members |= {parents[pid] for pid in members if self.is_step_daemon(parents.get(pid, 0))}
        return members

    @staticmethod
    def is_step_daemon(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/comm").read_text() == "slurmstepd\n"
        except OSError:
            return False

    def release(self, job):
        """Requeued jobs are held for two minutes."""
        for line in self.run("squeue", "--noheader", "--array", "--format=%i %T").splitlines():
            name, state = line.split()
            if name.startswith(job) and state == "PENDING":
                self.run("scontrol", "update", f"jobid={name}", "StartTime=now")

    def pids_of(self, pattern):
        return [int(file.read_text()) for file in self.directory.glob(pattern) if file.read_text().strip()]

    def end(self):
        for pattern in ("slurmctld.pid", "slurmd.*.pid", "munged.pid"):
            for pid in self.pids_of(pattern):
                try:
                    os.kill(pid, signal.SIGTERM)
                    for _ in range(100):
                        os.kill(pid, 0)
                        time.sleep(0.05)
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        shutil.rmtree(self.directory, ignore_errors=True)
