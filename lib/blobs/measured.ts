import type { S3Client } from "@aws-sdk/client-s3";
import { env } from "../env";
import { errorCode } from "../errors";
import { counter, histogram } from "../logging/metrics/instruments";
import { isMissing } from "./s3/errors";
import { BlobMissingError, type BlobStore } from "./store";

/** Buckets in seconds: from a slice on disk to 100 GB into a distant store. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

/** The time series of one operation. Kept, because a look-up by labels costs more than an increment. */
interface Operation {
  took(startedAt: number): void;
  failed(error: unknown): void;
}

/** Returns the time series of an operation. @param name its label */
function operation(name: string): Operation {
  const labels = { operation: name };
  const help = "Calls of the object store that have ended, by operation. Reading ends where the first byte can be had.";
  const calls = counter("sea_vision_object_store_requests_total", help, ["operation"]).labels(labels);
  const errors = counter(
    "sea_vision_object_store_errors_total",
    "Calls of the object store that failed, and streams that broke off. A missing blob is an answer and no failure.",
    ["operation"],
  ).labels(labels);
  const durations = histogram(
    "sea_vision_object_store_request_duration_seconds",
    "Time that calls of the object store took.",
    ["operation"],
    DURATIONS,
  ).labels(labels);
  errors.inc(0);
  return {
    took: (startedAt) => {
      calls.inc();
      durations.observe((performance.now() - startedAt) / 1000);
    },
    failed: (error) => {
      if (!isNoFailure(error)) errors.inc();
    },
  };
}

/** Returns whether the caller stopped or got an answer. */
function isNoFailure(error: unknown): boolean {
  if (error instanceof BlobMissingError || isMissing(error)) return true;
  const code = errorCode(error);
  return code === "ABORT_ERR" || code === "ERR_STREAM_PREMATURE_CLOSE" || (error instanceof Error && error.name === "AbortError");
}

async function measure<Result>({ took, failed }: Operation, call: Promise<Result>, startedAt: number): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    failed(error);
    throw error;
  } finally {
    took(startedAt);
  }
}

/** Counts the calls of an object store for monitoring. */
export function measuredStore(store: BlobStore): BlobStore {
  const counted = <Args extends unknown[], Result>(name: string, call: (...args: Args) => Promise<Result>) => {
    const series = operation(name);
    return (...args: Args) => measure(series, call.apply(store, args), performance.now());
  };
  const reads = operation("read");
  const lists = operation("list");
  return {
    ownership: store.ownership,
    readSizes: store.readSizes,
    size: counted("size", store.size),
    async read(...args) {
      const stream = await measure(reads, store.read(...args), performance.now());
      // Not on "error": a listener would swallow errors that the caller does not handle, but only when metrics are on.
      return stream.once("close", () => {
        if (stream.errored) reads.failed(stream.errored);
      });
    },
    readBytes: counted("read_bytes", store.readBytes),
    write: counted("write", store.write),
    flush: counted("flush", store.flush),
    delete: counted("delete", store.delete),
    async *list(signal) {
      const startedAt = performance.now();
      try {
        yield* store.list(signal);
      } catch (error) {
        lists.failed(error);
        throw error;
      } finally {
        lists.took(startedAt);
      }
    },
    deleteLeftover: counted("delete", store.deleteLeftover),
    now: () => store.now(),
    capacity: () => store.capacity(),
    check: counted("check", store.check),
  };
}

/** Returns the label of a command: `upload_part` for `UploadPartCommand`. */
function labelOf(command: string): string {
  return command
    .replace(/Command$/, "")
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase();
}

/** Counts the calls of an S3 client that is used without a {@link MeasuredBlobStore}, when metrics are on. */
export function countCalls(client: S3Client): void {
  if (!env().metrics) return;
  const operations = new Map<string, Operation>();
  client.middlewareStack.add(
    (next, { commandName = "other" }) =>
      (args) => {
        const label = labelOf(commandName);
        const counted = operations.get(label) ?? operation(label);
        operations.set(label, counted);
        return measure(counted, next(args), performance.now());
      },
    { step: "initialize", name: "countCalls" },
  );
}
