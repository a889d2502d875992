import { once } from "node:events";
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { encodingJob } from "../lib/archives/directory/encoding-job";
import { inflateJob } from "../lib/archives/inflate-job";
import { blobStore } from "../lib/blobs/open";
import { describeJob } from "../lib/data-maps/publish/describe-job";
import { env } from "../lib/env";
import { errorCode, isStoreUnavailable } from "../lib/errors";
import { convertDatasetJob } from "../lib/files/conversion/convert-dataset";
import { convertJob } from "../lib/files/conversion/convert-job";
import { BYTES_FD, type ParserJob, type ParserMessage, type ParserTask } from "../lib/jobs/parser-job";

const jobs: ParserJob<never, unknown>[] = [describeJob, encodingJob, inflateJob, convertJob, convertDatasetJob];

/** A thread still runs while a parser blocks. It ends the process at its memory limit, and after its parent has ended. */
const GUARD = `
  const { workerData: { parent, most } } = require("node:worker_threads");
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > most) process.kill(process.pid, "SIGKILL");
  }, 50);
`;

const bytes = new Socket({ fd: BYTES_FD, readable: false, writable: true });

async function write(chunk: Uint8Array): Promise<void> {
  if (!bytes.write(chunk)) await once(bytes, "drain");
}

/** Sends the last message, and ends. */
function end(message: ParserMessage): void {
  bytes.end(() => process.send?.(message, () => process.exit()));
}

function toFailure(error: unknown): ParserMessage {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const key = error instanceof Error && "key" in error ? String(error.key) : "";
  return { kind: "failed", name: isStoreUnavailable(error) ? "StoreUnavailableError" : name, message, code: errorCode(error), key };
}

async function run({ job: name, input }: ParserTask): Promise<void> {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  const send = (message: ParserMessage) => void process.send?.(message);
  const progress = (percent?: number) => send({ kind: "progress", percent });
  const begin = (what: string) => send({ kind: "begin", what });
  end({ kind: "done", output: await job.run(input as never, { store: blobStore(), write, progress, begin }) });
}

new Worker(GUARD, { eval: true, workerData: { parent: Number(process.argv[2]), most: env().parserMegabytes * 1024 * 1024 } }).unref();
process.once("message", (task: ParserTask) => void run(task).catch((error: unknown) => end(toFailure(error))));
process.once("disconnect", () => process.exit());
