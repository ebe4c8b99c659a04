// SPDX-License-Identifier: Apache-2.0
/**
 * A smallscope worker in JavaScript: the protocol is here, the subject is yours (docs/worker-libraries.md).
 *
 *     const worker = require("./smallscope-worker.js");
 *     worker.serve("simplifier", "1.0", (request) => worker.done({ after: simplified(request.text) }),
 *                  { outputs: ["after"] });
 *
 * One file for Node.js 16.9 or later, without dependencies: copy it beside your program. A text is a string. Bytes that
 * are not UTF-8 are a Buffer: ask for them with `request.bytes(name)`, report them as a Buffer.
 */
"use strict";

const fs = require("fs");
const path = require("path");

const VERSION = 1; // of the protocol
const MOST_FRAMES = 20;
const FRAME = /^ +at (?:async )?(?:(.+) \()?(?:file:\/\/)?([^()]*?):(\d+):\d+\)?$/gm;
const STRAY_EVENTS = ["uncaughtException", "unhandledRejection"];

/** The subject declined, with a reason. */
class Refused extends Error {}

/** The worker cannot answer, and it is not the subject's fault. */
class Lost extends Error {}

/** What to test. `scratch` is the worker's own directory. */
class Request {
  #files;
  #parameters;
  #standardInput;
  #input;

  constructor(members, scratch) {
    this.id = members.id;
    this.scratch = scratch;
    this.#files = new Map(Object.entries(members.files ?? {}));
    this.#parameters = new Map(Object.entries(members.parameters ?? {}));
    this.#standardInput = members.standard_input ?? "";
    this.#input = members.input;
  }

  /** The first file. A request without files is answered with `lost`. */
  get text() {
    return this.file(this.#input);
  }
  get standardInput() {
    return textOf("the standard input", this.#standardInput);
  }
  /** In no particular order where a name is a number, which JavaScript sorts. */
  get fileNames() {
    return [...this.#files.keys()];
  }
  get parameterNames() {
    return [...this.#parameters.keys()];
  }
  /** A file by name. A request without it, or whose text is not UTF-8, is answered with `lost`. */
  file(name) {
    return textOf(`the file ${name}`, member(this.#files, name, "file"));
  }
  /** The bytes of a file. */
  bytes(name = this.#input) {
    return bytesOf(member(this.#files, name, "file"));
  }
  parameter(name) {
    return textOf(`the parameter ${name}`, member(this.#parameters, name, "parameter"));
  }

  /** Writes the files to a directory of their own and returns its path; it is gone after the reply. */
  writeFiles() {
    const directory = requestDirectory(this.scratch);
    fs.mkdirSync(directory, { recursive: true });
    for (const [name, value] of this.#files) {
      const parts = name.split("/");
      if (name.includes("\0") || parts.some((part) => ["", ".", ".."].includes(part))) {
        throw new Lost(`the file name ${JSON.stringify(name)} leaves the directory`);
      }
      const file = path.join(directory, ...parts);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, bytesOf(value));
    }
    return directory;
  }
}

/** The subject did its work. `outputs`: name to text; null says that this input has no such output. */
function done(outputs) {
  return { outcome: "done", outputs };
}

function refused(reason, outputs = {}) {
  return { outcome: "refused", messages: [reason], outputs };
}

function crashed(message, outputs = {}) {
  return { outcome: "crashed", messages: [message], outputs };
}

function lost(message) {
  return { outcome: "lost", messages: [message] };
}

/**
 * Answers requests until the runner closes its end.
 *
 * `answer` takes a Request and returns what done(), refused(), crashed() or lost() return, or a promise of it; it may
 * throw Refused and Lost. Everything else that it throws is a crash of the subject. With `outputs`, the names of all
 * outputs, a `done` that leaves one out or has another is lost: no oracle then passes unjudged.
 */
async function serve(subject, version, answer, { outputs = null } = {}) {
  const replies = descriptor("SMALLSCOPE_REPLIES");
  const lines = linesOf(descriptor("SMALLSCOPE_REQUESTS"));
  const first = lines.next();
  const greeting = first.done ? {} : JSON.parse(first.value);
  if (greeting.protocol !== "smallscope-worker") {
    throw new Error("the first line is not a greeting of smallscope-worker: this program is started by a campaign");
  }
  const coverage = globalThis[Symbol.for("smallscope.coverage")]; // of smallscope-coverage.js, if it was started
  await coverage?.ready();
  const scratch = textOf("scratch", greeting.scratch);
  const mostBytes = greeting.limits?.reply_bytes ?? Infinity;
  const said = { protocol: "smallscope-worker", version: VERSION, subject, subject_version: version };
  send(replies, lineOf(outputs === null ? said : { ...said, outputs }));
  for (const line of lines) {
    const members = JSON.parse(line);
    coverage?.begin();
    const reply = await answered(answer, new Request(members, scratch));
    coverage?.end();
    const objection = objectionTo(reply, outputs);
    let text = lineOf({ id: members.id, ...membersOf(objection ? lost(objection) : reply) });
    if (text.length > mostBytes) {
      const long = `the reply has ${text.length} bytes, the limit is ${mostBytes}: report less, or raise the limit`;
      text = lineOf({ id: members.id, ...membersOf(lost(long)) });
    }
    fs.rmSync(requestDirectory(scratch), { recursive: true, force: true });
    send(replies, text);
  }
  process.exit(0); // whatever the subject left waiting
}

/**
 * The reply, or the crash that ended it: an exception that nobody could catch, in a callback or in a promise that no
 * code awaits, would end Node.js. What comes after the reply and one turn of the event loop meets a later request.
 */
async function answered(answer, request) {
  const strays = new Strays();
  try {
    const reply = await Promise.race([answer(request), strays.first]);
    await new Promise(setImmediate); // Node.js now tells of promises that were rejected unheard
    await Promise.race([strays.first, null]);
    return reply;
  } catch (problem) {
    if (problem instanceof Refused) return refused(problem.message);
    if (problem instanceof Lost) return lost(problem.message);
    console.error(problem);
    return { ...crashed(said(problem)), standard_error: stackOf(problem) };
  } finally {
    strays.ignore();
  }
}

/** Exceptions that no code of the subject catches, from now until ignore(). */
class Strays {
  #listener;

  constructor() {
    this.first = new Promise((_, reject) => { this.#listener = reject; });
    this.first.catch(() => {}); // of most requests, there is none
    for (const event of STRAY_EVENTS) process.on(event, this.#listener);
  }
  ignore() {
    for (const event of STRAY_EVENTS) process.off(event, this.#listener);
  }
}

/**
 * Calls `act`, which executes a program that is observed and is not the subject: such as one that the subject has
 * rewritten. Promises to what it returns, as soon as Node.js has told of the promises that were rejected unheard. These
 * and other exceptions that the program does not catch go to `tell`, and are no crash of the subject.
 */
async function observing(act, tell = () => {}) {
  const others = STRAY_EVENTS.map((event) => [event, process.listeners(event)]);
  const told = (problem) => tell(problem); // the same function may have been given twice
  for (const [event] of others) process.removeAllListeners(event).on(event, told);
  try {
    const result = await act();
    await new Promise(setImmediate);
    return result;
  } finally {
    for (const [event, listeners] of others) {
      process.off(event, told);
      for (const listener of listeners) process.on(event, listener);
    }
  }
}

/** A line of a code frame, "> 20 |   x = [super.y];" or "     |       ^", which quotes the input. */
const OF_FRAME = /^ *(> *)?[0-9]+ *\|( |$)|^ *\|( *[\^~]|$)/;

/** The lines of an error's message of which `wanted` is whether they are a code frame's. */
function messageLines(problem, wanted) {
  return String(problem.message).split(/\r?\n/).filter((line) => OF_FRAME.test(line) === wanted);
}

/** The error on one line, and the function it came from: no numbers of lines, which every change moves. */
function said(problem) {
  if (!(problem instanceof Error)) return `threw ${String(problem)}`;
  const text = `${problem.name}: ${messageLines(problem, false).join(" ")}`.replace(/\s+/g, " ").replace(/[: ]+$/, "");
  const [frame] = (problem.stack ?? "").matchAll(FRAME);
  const overflow = problem instanceof RangeError && problem.message.includes("call stack");
  if (!frame || overflow || frame[2].startsWith("node:")) return text;
  return `${text} in ${frame[1] ?? "the program"} (${path.basename(frame[2])})`;
}

/** The code frame of the message, where the error was made, and the callers of that place: `file:line function`. */
function stackOf(problem) {
  const rest = problem instanceof Error ? messageLines(problem, true).map((line) => `${line}\n`).join("") : "";
  const frames = [...String(problem?.stack ?? "").matchAll(FRAME)]
    .filter(([, , file]) => !file.startsWith("node:") && file !== __filename)
    .map(([, name, file, line]) => `${path.basename(file)}:${line} ${name ?? "the program"}\n`);
  return rest + frames.slice(0, MOST_FRAMES).join("") + (frames.length > MOST_FRAMES ? "...\n" : "");
}

/** What is wrong with a reply of answer(), or null. */
function objectionTo(reply, names) {
  if (reply === null || typeof reply !== "object" || !("outcome" in reply)) {
    return `answer() returned ${typeof reply}, not what done(), refused(), crashed() or lost() return`;
  }
  const outputs = reply.outputs ?? {};
  for (const [name, text] of Object.entries(outputs)) {
    if (text !== null && typeof text !== "string" && !Buffer.isBuffer(text)) {
      return `the output \`${name}\` is of type ${typeof text}; an output is a string, a Buffer, or null for none`;
    }
    if (names !== null && !names.includes(name)) {
      return `the output \`${name}\` is reported and not declared; declared are: ${names.join(", ")}`;
    }
  }
  if (reply.outcome === "done" && names !== null) {
    const missing = names.find((name) => !Object.hasOwn(outputs, name));
    if (missing !== undefined) {
      return `the output \`${missing}\` is declared and not reported; report null if this input has none`;
    }
  }
  if (reply.outcome === "refused" && !reply.messages[0]) return "refused without a reason";
  return null;
}

/** The members of a reply as JSON has them. */
function membersOf(reply) {
  const members = { outcome: reply.outcome };
  if (reply.messages) members.messages = reply.messages.map((message) => memberOf(String(message)));
  if (reply.outputs) {
    members.outputs = Object.fromEntries(Object.entries(reply.outputs).map(([name, text]) => [name, memberOf(text)]));
  }
  for (const name of ["standard_output", "standard_error"]) {
    if (name in reply) members[name] = memberOf(reply[name]);
  }
  return members;
}

function memberOf(text) {
  if (text === null) return null;
  if (Buffer.isBuffer(text)) {
    const decoded = text.toString("utf8");
    return Buffer.from(decoded, "utf8").equals(text) ? decoded : { base64: text.toString("base64") };
  }
  return /\p{Surrogate}/u.test(text) ? { base64: halvesAsBytes(text).toString("base64") } : text;
}

/** The bytes of a string with half pairs of surrogates, which have the bytes that UTF-8 forbids. */
function halvesAsBytes(text) {
  return Buffer.concat([...text].map((character) => {
    const code = character.codePointAt(0);
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(character, "utf8");
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  }));
}

function member(texts, name, kind) {
  if (texts.has(name)) return texts.get(name);
  if (name === undefined) throw new Lost("the request has no file");
  throw new Lost(`the request has no ${kind} \`${name}\`; it has: ${[...texts.keys()].join(", ") || "none"}`);
}

function bytesOf(value) {
  return typeof value === "string" ? Buffer.from(value, "utf8") : Buffer.from(value.base64, "base64");
}

function textOf(what, value) {
  if (typeof value === "string") return value;
  throw new Lost(`${what} is not UTF-8`);
}

/**
 * The lines of a descriptor, which end with "\n" and nothing else. This waits in the foreground, because Node.js cannot
 * end while it reads a pipe in the background, not even with process.exit().
 */
function* linesOf(requests) {
  const block = Buffer.alloc(1 << 16);
  let parts = [];
  for (let size; (size = readSome(requests, block)) > 0;) {
    let start = 0;
    for (let end; (end = block.subarray(0, size).indexOf(0x0a, start)) >= 0; start = end + 1) {
      yield Buffer.concat([...parts, block.subarray(start, end)]).toString("utf8");
      parts = [];
    }
    if (start < size) parts.push(Buffer.from(block.subarray(start, size)));
  }
}

function readSome(requests, block) {
  for (;;) {
    try {
      return fs.readSync(requests, block);
    } catch (problem) {
      if (problem.code === "EOF") return 0;
      if (problem.code !== "EAGAIN") throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // somebody made it non-blocking
    }
  }
}

function lineOf(message) {
  return Buffer.from(JSON.stringify(message) + "\n", "utf8");
}

function send(replies, line) {
  for (let sent = 0; sent < line.length;) sent += fs.writeSync(replies, line, sent);
}

function requestDirectory(scratch) {
  return path.join(scratch, "request");
}

function descriptor(variable) {
  const number = process.env[variable];
  if (number === undefined) {
    console.error(`${variable} is not set: this program is a smallscope worker, started by a campaign; ` +
      "`smallscope check-worker` starts it by hand");
    process.exit(1);
  }
  delete process.env[variable]; // what the subject starts must not find it
  return Number(number);
}

module.exports = { serve, done, refused, crashed, lost, observing, Request, Refused, Lost };
