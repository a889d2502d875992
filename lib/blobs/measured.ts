import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { env } from "../env";
import { errorCode } from "../errors";
import { counter, histogram } from "../metrics/instruments";
import { isMissing } from "./s3/errors";
import {
  type BlobKey,
  BlobMissingError,
  type BlobStore,
  type ByteSlice,
  type Capacity,
  type ReadSizes,
  type StoredObject,
  type StoreOwnership,
} from "./store";

/** Buckets in seconds: from a slice on disk to 100 GB into a distant store. */
const DURATIONS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

/** The time series of one operation. Kept, because a look-up by labels costs more than an increment. */
export interface Operation {
  took(startedAt: number): void;
  failed(error: unknown): void;
}

/** Returns the time series of an operation. @param name its label */
export function operation(name: string): Operation {
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

export async function measure<Result>({ took, failed }: Operation, call: Promise<Result>, startedAt: number): Promise<Result> {
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
export class MeasuredBlobStore implements BlobStore {
  private readonly sizes = operation("size");
  private readonly reads = operation("read");
  private readonly bytesReads = operation("read_bytes");
  private readonly writes = operation("write");
  private readonly flushes = operation("flush");
  private readonly deletions = operation("delete");
  private readonly lists = operation("list");
  private readonly checks = operation("check");

  constructor(private readonly store: BlobStore) {}

  get ownership(): StoreOwnership | null {
    return this.store.ownership;
  }

  get readSizes(): ReadSizes {
    return this.store.readSizes;
  }

  size(key: BlobKey): Promise<number | null> {
    return measure(this.sizes, this.store.size(key), performance.now());
  }

  async read(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Readable> {
    const stream = await measure(this.reads, this.store.read(key, slice, signal), performance.now());
    // Not on "error": a listener would swallow errors that the caller does not handle, but only when metrics are on.
    return stream.once("close", () => {
      if (stream.errored) this.reads.failed(stream.errored);
    });
  }

  readBytes(key: BlobKey, slice: ByteSlice, signal?: AbortSignal): Promise<Buffer> {
    return measure(this.bytesReads, this.store.readBytes(key, slice, signal), performance.now());
  }

  write(key: BlobKey, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    return measure(this.writes, this.store.write(key, source, signal), performance.now());
  }

  flush(key: BlobKey): Promise<void> {
    return measure(this.flushes, this.store.flush(key), performance.now());
  }

  delete(key: BlobKey, known?: { isWhole: boolean }): Promise<void> {
    return measure(this.deletions, this.store.delete(key, known), performance.now());
  }

  async *list(signal?: AbortSignal): AsyncIterable<StoredObject> {
    const startedAt = performance.now();
    try {
      yield* this.store.list(signal);
    } catch (error) {
      this.lists.failed(error);
      throw error;
    } finally {
      this.lists.took(startedAt);
    }
  }

  deleteLeftover(name: string): Promise<void> {
    return measure(this.deletions, this.store.deleteLeftover(name), performance.now());
  }

  now(): Promise<Date> {
    return this.store.now();
  }

  capacity(): Promise<Capacity> {
    return this.store.capacity();
  }

  check(signal?: AbortSignal): Promise<void> {
    return measure(this.checks, this.store.check(signal), performance.now());
  }
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
