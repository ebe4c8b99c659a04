// SPDX-License-Identifier: Apache-2.0
/**
 * Which lines a subject in JavaScript executes, for `run --coverage` (docs/coverage.md).
 *
 * In a worker, before what is to be tested runs:
 *
 *     require("./smallscope-coverage.js").start("terser");
 *
 * Of a program that is not to be changed, with its own words behind it:
 *
 *     node smallscope-coverage.js --of terser program.js WORD...
 *
 * Names are those of packages (`name` of the nearest package.json), or paths of folders and files. Lines of functions
 * are reported; what a module executes when it is loaded is not, because that happens once in a process, whatever is
 * tested. Nothing happens unless the variable SMALLSCOPE_COVERAGE names a folder. V8 counts, and the program is not
 * changed. A test that hangs is read while it runs, so what it covered survives a kill.
 *
 * One file for Node.js 18 or later. The parser acorn says where lines and functions begin (Debian's node-acorn, or
 * `npm install acorn`).
 */
"use strict";

const crypto = require("crypto");
const fs = require("fs");
const inspector = require("inspector");
const path = require("path");
const threads = require("worker_threads");
const { fileURLToPath } = require("url");

const VARIABLE = "SMALLSCOPE_COVERAGE";
const SHARED = Symbol.for("smallscope.coverage"); // what the worker library calls

// smallscope's coverage/runtime/layout.h
const DATA_OFFSET = 4096;
const ID_OFFSET = 88;
const PATH_OFFSET = 160;
const MOST_PATH = 3499;
const TEXT_SIZE_OFFSET = 3664;

const FIRST_LOOK = 200; // milliseconds after which a test that still runs is read; then after twice as long
const MOST_WAIT = 200; // milliseconds for what is being read when the test ends
const MOST_KNOWN = 10_000; // scripts that are none of the subject's, such as programs under test
// What both threads share.
const TEST = 0; // the number of the test that runs; 0: none
const READING = 1;
const ENDED = 2;

let recorder = null;

/** Reports from now on what is executed of these. Returns whether anybody collects it. */
function start(...names) {
  const folder = process.env[VARIABLE];
  if (names.length === 0) {
    throw new Error("smallscope-coverage: start() names the packages or paths that are the subject");
  }
  if (recorder || !folder || !fs.existsSync(folder)) return recorder !== null;
  acorn(); // an error here is seen; in what V8 calls it would not be
  recorder = new Recorder(folder, names, "connect");
  const shared = new Int32Array(new SharedArrayBuffer(12));
  const workerData = { [VARIABLE]: { shared, folder, names } };
  const watcher = new threads.Worker(__filename, { workerData, execArgv: [] });
  watcher.unref();
  const ready = new Promise((resolve) => watcher.once("message", resolve));
  let tests = 0;
  const begin = () => Atomics.store(shared, TEST, ++tests);
  const end = () => {
    Atomics.store(shared, TEST, 0);
    Atomics.wait(shared, READING, 1, MOST_WAIT);
    recorder.note();
  };
  process.on("exit", () => {
    if (Atomics.load(shared, TEST) !== 0) end();
    Atomics.store(shared, READING, 1);
    Atomics.store(shared, ENDED, 1);
    Atomics.notify(shared, ENDED);
    Atomics.wait(shared, READING, 1, MOST_WAIT); // the session of the thread is closed, or Node.js says that it waits
  });
  globalThis[SHARED] = {
    /** Before the first test: waits until tests that hang would be read. What ran until now is none. */
    async ready() {
      watcher.ref();
      await ready;
      watcher.unref();
      recorder.prepare();
      Atomics.store(shared, TEST, 0);
    },
    begin,
    end,
  };
  begin(); // unless ready() is called, the program is the test
  return true;
}

/** In a thread of its own: reads what a test covers that runs for long, for the case that it does not end. */
function watch({ shared, folder, names }) {
  const release = () => {
    Atomics.store(shared, READING, 0);
    Atomics.notify(shared, READING);
  };
  let test = 0;
  let since = 0;
  let after = 0;
  const look = () => {
    Atomics.wait(shared, ENDED, 0, FIRST_LOOK / 4);
    if (Atomics.load(shared, ENDED)) {
      reader.close();
      return release();
    }
    if (Atomics.load(shared, TEST) !== test) {
      test = Atomics.load(shared, TEST);
      since = Date.now();
      after = FIRST_LOOK;
    } else if (test !== 0 && Date.now() - since >= after && !Atomics.exchange(shared, READING, 1)) {
      after *= 2;
      reader.note(release);
    }
    setTimeout(look, 0); // what the session says comes between
  };
  setTimeout(look, 0);
  const reader = new Recorder(folder, names, "connectToMainThread", () => threads.parentPort.postMessage("ready"));
}

/** Takes what V8 has counted of this process's main thread, and notes the lines. */
class Recorder {
  #session = new inspector.Session();
  #folder;
  #packages;
  #paths;
  #modules = new Map(); // by V8's number of a script: a Module, or null if it is none of the subject

  constructor(folder, names, connect, started = () => {}) {
    this.#folder = folder;
    this.#packages = names.filter((name) => !name.includes(path.sep) || name.startsWith("@"));
    this.#paths = names.filter((name) => !this.#packages.includes(name)).map((name) => realPath(path.resolve(name)));
    this.#session[connect]();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true }, started);
  }

  /** Gets ready for what is loaded, so that no test waits until files are parsed, and forgets what ran until now. */
  prepare() {
    const scripts = [];
    const add = ({ params }) => scripts.push(params);
    this.#session.on("Debugger.scriptParsed", add);
    this.#session.post("Debugger.enable"); // tells of each script
    this.#session.off("Debugger.scriptParsed", add);
    this.#know(scripts.filter((script) => this.#isWanted(script)), () => {});
    this.#session.post("Debugger.disable");
    this.#take(() => {});
  }

  /** Notes what ran since the last time. In the main thread, this is done when the call returns. */
  note(done = () => {}) {
    this.#take((scripts) => {
      const run = scripts.filter(hasRunFunctions);
      this.#know(run, () => {
        try {
          for (const script of run) this.#modules.get(script.scriptId)?.note(script.functions);
        } catch (problem) {
          console.error(`smallscope-coverage: lines are lost: ${problem.message}`); // V8 would swallow it
        }
        done();
      });
    });
  }

  close() {
    this.#session.disconnect();
  }

  /** Calls `use` with the scripts of the subject of which anything ran since the last time. */
  #take(use) {
    this.#session.post("Profiler.takePreciseCoverage", (problem, taken) => {
      use(problem ? [] : taken.result.filter((script) => this.#isWanted(script)));
    });
  }

  /** Makes modules of scripts, of the texts that V8 has: a loader may have changed what the file has. */
  #know(scripts, done) {
    const unknown = scripts.filter((script) => !this.#modules.has(script.scriptId));
    if (unknown.length === 0) return done();
    this.#session.post("Debugger.enable");
    let left = unknown.length;
    for (const { scriptId, url } of unknown) {
      this.#session.post("Debugger.getScriptSource", { scriptId }, (problem, got) => {
        this.#modules.set(scriptId, problem ? null : moduleOf(this.#folder, fileOf(url), got.scriptSource));
        if (--left > 0) return;
        this.#session.post("Debugger.disable");
        done();
      });
    }
  }

  #isWanted(script) {
    if (!isFile(script.url)) return false;
    const known = this.#modules.get(script.scriptId);
    if (known !== undefined) return known !== null;
    if (this.#isOfSubject(fileOf(script.url))) return true;
    if (this.#modules.size > MOST_KNOWN) this.#modules = new Map([...this.#modules].filter(([, module]) => module));
    this.#modules.set(script.scriptId, null);
    return false;
  }

  #isOfSubject(file) {
    const real = realPath(file);
    if (this.#paths.some((wanted) => real === wanted || real.startsWith(wanted + path.sep))) return true;
    return this.#packages.length > 0 && this.#packages.includes(packageOf(path.dirname(real))?.name);
  }
}

/** More than the code of the module itself. */
function hasRunFunctions(script) {
  return script.functions.some(({ functionName, ranges: [whole] }) => {
    return whole.count > 0 && (functionName !== "" || whole.startOffset > 0);
  });
}

/** Scripts of the module `vm` have the name that they were given, perhaps a path. */
function isFile(url) {
  return url.startsWith("file:") || path.isAbsolute(url);
}

function fileOf(url) {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}

/** The nearest package.json that has a name: its folder, and that name. */
function packageOf(folder) {
  try {
    const { name } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    if (name !== undefined) return { folder, name };
  } catch {
    // not here
  }
  const above = path.dirname(folder);
  return above === folder ? undefined : packageOf(above);
}

/** A file of source: where its lines begin, and the flags that the collector reads. */
class Module {
  #file;
  #starts; // offsets at which something begins that may be executed, ascending
  #places; // of each of these, which of the lines that have any it is on
  #covered; // for each start
  #lines; // for each line, whether it is covered

  constructor({ file, starts, places, lines }) {
    this.#file = file;
    this.#starts = starts;
    this.#places = places;
    this.#covered = new Uint8Array(starts.length);
    this.#lines = Buffer.alloc(lines);
  }

  /** `functions` as V8 has them: outer ones first, and within each, outer ranges first. */
  note(functions) {
    this.#covered.fill(0);
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) {
        this.#covered.fill(count > 0 ? 1 : 0, firstFrom(this.#starts, startOffset), firstFrom(this.#starts, endOffset));
      }
    }
    const lines = this.#lines.fill(0);
    this.#covered.forEach((covered, k) => {
      if (covered) lines[this.#places[k]] = 1;
    });
    const noted = Buffer.alloc(lines.length);
    fs.readSync(this.#file, noted, 0, noted.length, DATA_OFFSET);
    // Only what is new: other processes of the test may write at the same time.
    for (let k = 0, end; (k = newFrom(lines, noted, k)) < lines.length; k = end) {
      for (end = k + 1; end < lines.length && lines[end] && !noted[end];) ++end;
      fs.writeSync(this.#file, lines, k, end - k, DATA_OFFSET + k);
    }
  }
}

function newFrom(lines, noted, from) {
  while (from < lines.length && !(lines[from] && !noted[from])) ++from;
  return from;
}

/** The first place of ascending numbers that is not less. */
function firstFrom(numbers, least) {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of the text that V8 runs; null if there is nothing to note, or nowhere. */
function moduleOf(folder, file, source) {
  const real = realPath(file);
  if (Buffer.byteLength(real) > MOST_PATH) return null;
  try {
    const flags = flagsOf(folder, real, source);
    return flags && new Module(flags);
  } catch (problem) {
    console.error(`smallscope-coverage: ${real}: its lines are left out: ${problem.message}`); // V8 would swallow it
    return null;
  }
}

/** What begins within functions of a text, in its order: offset, line, and name of the function. */
function beginningsOf(source) {
  const lineStarts = [0];
  for (let at = -1; (at = source.indexOf("\n", at + 1)) >= 0;) lineStarts.push(at + 1);
  const uses = new Map();
  const distinct = (name) => { // functions of the same name are told apart
    uses.set(name, (uses.get(name) ?? 0) + 1);
    return uses.get(name) === 1 ? name : `${name}#${uses.get(name)}`;
  };
  const begun = [];
  walk(parsed(source), { name: "", reported: false, distinct }, (start, name) => {
    begun.push({ start, name, line: firstFrom(lineStarts, start + 1) });
  });
  return begun.sort((one, other) => one.start - other.start);
}

function parsed(source) {
  let problem = null;
  for (const sourceType of ["script", "module"]) {
    try {
      return acorn().parse(source, { sourceType, ecmaVersion: "latest", allowHashBang: true,
        allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError)) throw thrown;
      problem = thrown;
    }
  }
  throw new Error(`acorn ${acorn().version} cannot read it: ${problem.message}`);
}

function acorn() {
  const places = [__dirname, process.cwd(), path.dirname(process.argv[1] ?? "")];
  for (const name of [() => require.resolve("acorn", { paths: places }), () => "/usr/share/nodejs/acorn"]) {
    try {
      return require(name());
    } catch (problem) {
      if (problem.code !== "MODULE_NOT_FOUND") throw problem;
    }
  }
  throw new Error("smallscope-coverage: there is no parser acorn: apt-get install node-acorn, or npm install acorn");
}

/**
 * Calls `found` with the offset of each statement, and of each expression that may be left out where what it is in is
 * executed, if it is in a function. `around`: the name of the function or class that the node is in, and whether what
 * begins there is reported.
 */
function walk(node, around, found, parent = null, key = "") {
  if (around.reported && isBegun(node, parent, key)) found(node.start, around.name);
  const inner = within(node, around, parent, key);
  for (const name in node) { // they inherit nothing; Object.entries() is slow and needs memory
    const value = node[name];
    if (value === null || typeof value !== "object") continue;
    const isOutside = name === "superClass" || (name === "key" && node.computed);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") walk(child, isOutside ? around : inner, found, node, name);
    }
  }
}

function isBegun(node, parent, key) {
  if (node.type.endsWith("Statement")) return node.type !== "BlockStatement" && node.type !== "EmptyStatement";
  if (node.type === "VariableDeclaration") return key !== "left"; // of for (... of ...)
  switch (parent.type) {
    case "ConditionalExpression": return key !== "test";
    case "LogicalExpression": return key === "right";
    case "AssignmentPattern": return key === "right";
    case "ArrowFunctionExpression": return key === "body";
    case "PropertyDefinition": return key === "value";
    default: return false;
  }
}

/** What the parts of a node are in. */
function within(node, around, parent, key) {
  switch (node.type) {
    case "ClassDeclaration":
    case "ClassExpression":
      return { ...around, name: qualified(around, node.id?.name ?? nameFrom(parent, key)) };
    case "PropertyDefinition": // its value runs where an object is made
      return node.static ? around : { ...around, reported: true };
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const own = node.id?.name ?? nameFrom(parent, key);
      if (own === undefined && key === "callee" && !around.reported) return around; // it runs at loading
      const name = qualified(around, own) || calledName(parent, key) || "(anonymous)";
      return { ...around, reported: true, name: own === undefined && around.name ? name : around.distinct(name) };
    }
    default:
      return around;
  }
}

function qualified(around, name) {
  return [around.name, name].filter(Boolean).join(".");
}

/** The name that a function or class has from what it is assigned to; undefined if there is none. */
function nameFrom(parent, key) {
  switch (parent?.type) {
    case "VariableDeclarator": return textOf(parent.id);
    case "AssignmentExpression": return textOf(parent.left)?.replace(/^this\./, "");
    case "AssignmentPattern": return key === "right" ? textOf(parent.left) : undefined;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition": {
      const name = parent.computed ? `[${textOf(parent.key) ?? "..."}]` : textOf(parent.key);
      return parent.kind === "get" || parent.kind === "set" ? `${parent.kind} ${name}` : name;
    }
    case "ExportDefaultDeclaration": return "default";
    default: return undefined;
  }
}

/** A function that is handed to another where a module is loaded: `OPT(AST_If)` of `OPT(AST_If, function ...)`. */
function calledName(parent, key) {
  if (key !== "arguments") return undefined;
  const callee = textOf(parent.callee);
  return callee && `${callee}(${textOf(parent.arguments[0]) ?? "..."})`;
}

function textOf(node) {
  switch (node?.type) {
    case "Identifier": return node.name;
    case "PrivateIdentifier": return `#${node.name}`;
    case "ThisExpression": return "this";
    case "Literal": return node.raw.length <= 40 ? node.raw.replace(/\n/g, "?") : undefined;
    case "MemberExpression": {
      const [object, property] = [textOf(node.object), textOf(node.property)];
      if (object === undefined || property === undefined) return undefined;
      return node.computed ? `${object}[${property}]` : `${object}.${property}`;
    }
    default: return undefined;
  }
}

/** What the collector is told of a file whose lines are in these functions: its name, and where each begins. */
function namesOf(file, functions) {
  const folder = path.dirname(file);
  const root = packageOf(folder)?.folder;
  const told = [path.relative(root === undefined ? folder : path.dirname(root), file).replace(/\n/g, "?")];
  functions.forEach((name, place) => {
    if (place === 0 || name !== functions[place - 1]) told.push(`${place} ${name}`);
  });
  return Buffer.from(told.join("\n"), "utf8");
}

/**
 * The flags of a file's lines, a byte for each, which all processes of a test share. Behind them is what the parser
 * said, so that one process parses for all: the start of everything that begins, and the place of its line. Null if
 * nothing begins.
 */
function flagsOf(folder, file, source) {
  const digest = (text) => crypto.createHash("sha1").update(text).digest("hex");
  const identity = `lines-${digest(source).slice(0, 16)}-${digest(file).slice(0, 8)}`;
  const target = path.join(folder, `${identity}.flags`);
  if (!fs.existsSync(target) && !makeFlags(target, identity, file, beginningsOf(source))) return null;
  const opened = fs.openSync(target, "r+");
  const header = readAt(opened, DATA_OFFSET, 0);
  const [dataSize, lines] = [16, 24].map((offset) => Number(header.readBigUInt64LE(offset)));
  const starts = readAt(opened, (dataSize - aligned(lines)) / 2, DATA_OFFSET + aligned(lines));
  const places = readAt(opened, starts.length, DATA_OFFSET + aligned(lines) + starts.length);
  return { file: opened, lines, starts: numbersOf(starts), places: numbersOf(places) };
}

function makeFlags(target, identity, file, begun) {
  if (begun.length === 0) return false;
  const functions = new Map(); // by line, in their order: the function in which something begins first
  for (const { line, name } of begun) if (!functions.has(line)) functions.set(line, name);
  const lines = [...functions.keys()];
  const placeOf = new Map(lines.map((line, place) => [line, place]));
  const names = namesOf(file, [...functions.values()]);
  const data = Buffer.concat([Buffer.alloc(aligned(lines.length)), bytesOf(begun.map(({ start }) => start)),
    bytesOf(begun.map(({ line }) => placeOf.get(line)))]);
  const header = Buffer.alloc(DATA_OFFSET);
  header.write("sscover1", 0);
  [DATA_OFFSET, data.length, lines.length, 1, lines[lines.length - 1] + 1, 0, lines.length].forEach((number, k) => {
    header.writeBigUInt64LE(BigInt(number), 8 + 8 * k);
  });
  header.write(identity, ID_OFFSET);
  header.write(file, PATH_OFFSET);
  header.writeBigUInt64LE(BigInt(names.length), TEXT_SIZE_OFFSET);
  const addresses = Buffer.alloc(8 * lines.length);
  lines.forEach((line, k) => addresses.writeBigUInt64LE(BigInt(line), 8 * k));
  // Complete from its first moment: made under another name, and linked to its own.
  const unfinished = `${target}.new.${process.pid}.${threads.threadId}`;
  fs.writeFileSync(unfinished, Buffer.concat([header, data, addresses, names]), { flag: "wx" });
  try {
    fs.linkSync(unfinished, target);
  } catch (problem) {
    if (problem.code !== "EEXIST") throw problem;
  } finally {
    fs.unlinkSync(unfinished);
  }
  return true;
}

function aligned(size) {
  return (size + 3) & ~3;
}

function bytesOf(numbers) {
  return Buffer.from(Int32Array.from(numbers).buffer);
}

function numbersOf(bytes) {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function readAt(file, size, offset) {
  const bytes = Buffer.alloc(size);
  fs.readSync(file, bytes, 0, size, offset);
  return bytes;
}

async function main(words) {
  const names = [];
  for (; words.length >= 2 && words[0] === "--of"; words = words.slice(2)) names.push(words[1]);
  if (names.length === 0 || words.length === 0 || words[0].startsWith("-")) {
    console.error("usage: node smallscope-coverage.js --of NAME [--of NAME]... program.js WORD...");
    process.exit(2);
  }
  process.argv = [process.argv[0], path.resolve(words[0]), ...words.slice(1)];
  if (start(...names)) {
    await globalThis[SHARED].ready();
    globalThis[SHARED].begin();
  }
  require("module").runMain();
}

module.exports = { start };
if (!threads.isMainThread && threads.workerData?.[VARIABLE]) watch(threads.workerData[VARIABLE]);
else if (require.main === module) main(process.argv.slice(2));
