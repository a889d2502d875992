import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { BlobMissingError, StoreUnavailableError } from "../blobs/store";
import { env } from "../env";
import { BYTES_FD, type ParserJob, type ParserMessage } from "./parser-job";

/** Input that any machine reads in a second. It prolongs the time limit. */
const BYTES_A_SECOND = 20 * 1024 * 1024;
/** Most times the limit that a job has while others keep the processors busy: parsers give way to them. */
const MOST_PATIENCE = 5;
/** Settings that a parser process needs. It gets no secret and no database. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|NODE_ENV|NODE_EXTRA_CA_CERTS|DATA_DIR|LOG_LEVEL|(PARSER|S3|AWS|MALLOC)_\w+)$/;
const NONE = { DATABASE_URL: "postgresql://none.invalid/none", AUTH_SECRET: "-".repeat(32) };

/** A job needed more time or memory than a parser process may take. */
export class ParserLimitError extends Error {
  override readonly name = "ParserLimitError";
  /** @param limit for messages, such as `120 seconds` @param at what the job was reading, if it said so */
  constructor(
    readonly limit: string,
    readonly at: string | null,
  ) {
    super(`The job needs more than ${limit}.`);
  }
}

/** Returns by how much a job takes longer because of what else the machine does: processes that run or wait, for each processor. */
function slowdown(): number {
  const [load = 0] = os.loadavg();
  return Math.min(MOST_PATIENCE, Math.max(1, load / os.availableParallelism()));
}

export interface ParserOptions {
  /** Kills the process when aborted. */
  signal: AbortSignal;
  /** Size of the input. */
  bytes?: number;
  /** Seconds without progress. Default: PARSER_SECONDS. */
  seconds?: number | undefined;
  onPercent?: ((percent: number) => void) | undefined;
  /** Memory in MB. Default: PARSER_MEGABYTES. */
  megabytes?: number | undefined;
}

/** The bundle is next to that of the worker, or in `dist` for the sources. @throws Error when it is not built */
function findProgram(): string {
  const files = ["parser.js", "../../dist/parser.js"].map((file) => path.resolve(import.meta.dirname, file));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error("The parser is not built: run `npm run build`.");
  return file;
}

function toError({ name, message, code, key }: Extract<ParserMessage, { kind: "failed" }>): Error {
  if (name === "BlobMissingError") return new BlobMissingError(key);
  if (name === "StoreUnavailableError") return new StoreUnavailableError(message, null);
  return Object.assign(new Error(message), { name, ...(code && { code }) });
}

class ParserProcess {
  readonly bytes: Readable;
  private readonly child: ChildProcess;
  private readonly closed: Promise<void>;
  private done: { output: unknown } | undefined;
  private failure: Error | undefined;
  private begun: string | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** Time of the last progress, in milliseconds. */
  private since = 0;

  constructor(
    task: { job: string; input: unknown },
    private readonly seconds: number,
    private readonly megabytes: number,
    private readonly onPercent?: (percent: number) => void,
  ) {
    const settings = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
    // The id is passed because a parser that is still starting when its parent ends would take its next parent for this one.
    this.child = fork(findProgram(), [String(process.pid)], {
      execArgv: ["--enable-source-maps", `--max-old-space-size=${megabytes}`],
      env: { NODE_ENV: process.env.NODE_ENV, ...Object.fromEntries(settings), PARSER_MEGABYTES: String(megabytes), ...NONE },
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc", "pipe"],
    });
    this.bytes = this.child.stdio[BYTES_FD] as Readable;
    this.child.on("message", (message: ParserMessage) => this.note(message));
    this.child.on("error", (error) => {
      this.failure ??= error;
    });
    this.closed = new Promise((resolve) => {
      this.child.once("close", () => resolve());
    });
    this.child.send(task, (error) => {
      if (error) this.failure ??= error;
    });
  }

  /** Starts the time limit. It doesn't run while the caller is busy with bytes. */
  resume(): void {
    this.since = performance.now();
    this.wait();
  }

  private wait(): void {
    const rest = this.since + this.seconds * 1000 * slowdown() - performance.now();
    if (rest > 0) this.timer = setTimeout(() => this.wait(), rest);
    else {
      this.failure = new ParserLimitError(`${Math.ceil(this.seconds)} seconds`, this.begun);
      this.kill();
    }
  }

  pause(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  kill = (): void => {
    this.child.kill("SIGKILL");
  };

  /** Waits until the process has ended. @throws Error when it did not do its job */
  async result(): Promise<unknown> {
    await this.closed;
    this.pause();
    if (this.done) return this.done.output;
    const { signalCode, exitCode } = this.child;
    // The process kills itself at its limit, the kernel kills it when memory runs out, and V8 aborts.
    const isMemory = signalCode === "SIGKILL" || signalCode === "SIGABRT" || exitCode === 134;
    if (isMemory) this.failure ??= new ParserLimitError(`${this.megabytes} MB of memory`, this.begun);
    throw this.failure ?? new Error(`The parser ended with ${signalCode ?? exitCode}.`);
  }

  private noteProgress(percent: number | undefined): void {
    this.since = performance.now();
    if (percent !== undefined) this.onPercent?.(percent);
  }

  private note(message: ParserMessage): void {
    if (message.kind === "done") this.done = message;
    else if (message.kind === "failed") this.failure = toError(message);
    else if (message.kind === "begin") this.begun = message.what;
    else this.noteProgress(message.percent);
  }
}

/**
 * Runs a job in a process of its own, which is killed when it takes more time or memory than it may. Yields the bytes that it writes.
 * @returns its output @throws ParserLimitError, BlobMissingError, StoreUnavailableError; Error when the job fails or its process crashes
 */
export async function* streamFromParser<Input, Output>(
  { name }: ParserJob<Input, Output>,
  input: Input,
  { signal, bytes = 0, seconds = env().parserSeconds, megabytes = env().parserMegabytes, onPercent }: ParserOptions,
): AsyncGenerator<Buffer, Output, undefined> {
  signal.throwIfAborted();
  const parser = new ParserProcess({ job: name, input }, seconds + bytes / BYTES_A_SECOND, megabytes, onPercent);
  signal.addEventListener("abort", parser.kill);
  try {
    parser.resume();
    for await (const chunk of parser.bytes) {
      parser.pause();
      yield chunk;
      parser.resume();
    }
    return (await parser.result()) as Output;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", parser.kill);
    parser.kill();
    await parser.result().catch(() => undefined);
  }
}

/** Runs a job that writes no bytes, as `streamFromParser` does. */
export async function runInParser<Input, Output>(job: ParserJob<Input, Output>, input: Input, options: ParserOptions): Promise<Output> {
  const running = streamFromParser(job, input, options);
  let next = await running.next();
  while (!next.done) next = await running.next();
  return next.value;
}
