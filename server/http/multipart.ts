import type { IncomingMessage } from "node:http";
import { type Readable, Transform } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { AppError } from "../../lib/errors";

export interface MultipartFile {
  field: string;
  name: string;
  bytes: AsyncIterable<Buffer>;
}

/** Receives the parts of a body. Errors of either method end the reading. */
export interface MultipartTaker {
  onField(name: string, value: string): void;
  /** Called in the order of the files, before earlier ones are read completely. */
  onFile(file: MultipartFile): Promise<void>;
}

const BUFFERED_BYTES = 1024 * 1024;

const PART_LIMITS = { fieldSize: 16 * 1024, headerPairs: 50, headerSize: 16 * 1024 };

/** Files that come while one is still being taken: each may have BUFFERED_BYTES in memory. */
const WAITING_FILES = 8;

export interface MultipartLimits {
  files: number;
  fields: number;
  tooManyFiles?(): AppError;
}

const tooManyParts = () => new AppError("bad_request", "The body has too many parts.");
const malformed = (cause?: unknown) => new AppError("bad_request", "The body is not valid multipart/form-data.", { cause });

function openParser({ headers }: IncomingMessage, { files, fields }: MultipartLimits): BusboyInstance {
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError("unsupported_type", "The body must be multipart/form-data.");
  try {
    return new Busboy({
      headers: { ...headers, "content-type": type },
      limits: { ...PART_LIMITS, files, fields, parts: files + fields },
      highWaterMark: BUFFERED_BYTES,
      fileHwm: BUFFERED_BYTES,
    });
  } catch (cause) {
    throw malformed(cause);
  }
}

class MultipartReading {
  private readonly files: { stream: Readable; taken: Promise<void> }[] = [];
  private readonly gate = this.makeGate();
  private hasEnded = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly parser: BusboyInstance,
    private readonly taker: MultipartTaker,
    private readonly tooManyFiles: () => AppError,
    private readonly signal: AbortSignal,
  ) {}

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (error?: unknown) => {
        if (this.hasEnded) return;
        this.hasEnded = true;
        void this.settle(error).then(() => (error === undefined ? resolve() : reject(error)));
      };
      this.watch(end);
      this.parser.on("field", (name, value, _isNameCut, isCut) => {
        try {
          if (isCut) throw new AppError("bad_request", `The field ${name} is too long.`);
          if (!this.hasEnded) this.taker.onField(name, value);
        } catch (error) {
          end(error);
        }
      });
      this.parser.on("file", (field, stream, name) => this.take(field, stream, name ?? "", end));
      this.parser.on("filesLimit", () => end(this.tooManyFiles()));
      for (const limit of ["partsLimit", "fieldsLimit"] as const) this.parser.on(limit, () => end(tooManyParts()));
      this.parser.on("error", (cause) => end(malformed(cause)));
      // Handlers of the last file may still run.
      this.parser.on("finish", () => void Promise.all(this.files.map(({ taken }) => taken)).then(() => end(), end));
      this.request.pipe(this.gate).pipe(this.parser);
    });
  }

  /** Pauses the parser while many files wait: small ones would gather in memory. */
  private makeGate(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        const before = this.files.at(-WAITING_FILES)?.taken ?? Promise.resolve();
        before.catch(() => undefined).then(() => pass(null, chunk));
      },
    });
  }

  private take(field: string, stream: Readable, name: string, end: (error: unknown) => void): void {
    // The reader of the file gets the error too.
    stream.on("error", () => undefined);
    if (this.hasEnded) {
      stream.resume();
      return;
    }
    const taken = this.taker.onFile({ field, name, bytes: stream });
    this.files.push({ stream, taken });
    taken.catch(end);
  }

  private watch(end: (error: unknown) => void): void {
    const cutOff = () => end(new AppError("bad_request", "The request was cut off."));
    // A client can disconnect before the reading begins. No event follows then.
    if (this.request.destroyed) cutOff();
    this.request.once("error", cutOff);
    this.request.once("close", () => !this.request.complete && cutOff());
    const stop = () => end(this.signal.reason);
    if (this.signal.aborted) stop();
    else this.signal.addEventListener("abort", stop, { once: true });
  }

  private async settle(error: unknown): Promise<void> {
    if (error !== undefined) {
      this.request.unpipe(this.gate);
      this.gate.unpipe(this.parser);
      for (const { stream } of this.files) stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    await Promise.allSettled(this.files.map(({ taken }) => taken));
  }
}

/** Reads a multipart/form-data body as a stream. The request stays open for the answer. @throws AppError 415, 400; errors of the taker */
export async function readMultipart(
  request: IncomingMessage,
  taker: MultipartTaker,
  limits: MultipartLimits,
  signal: AbortSignal,
): Promise<void> {
  await new MultipartReading(request, openParser(request, limits), taker, limits.tooManyFiles ?? tooManyParts, signal).run();
}
