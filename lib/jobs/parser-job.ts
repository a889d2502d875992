import type { BlobStore } from "../blobs/store";

export interface ParserContext {
  store: BlobStore;
  /** Sends bytes to the caller, and waits until it takes them. */
  write(bytes: Uint8Array): Promise<void>;
  /** Restarts the time limit. @param percent of the job that is done, if that is known */
  progress(percent?: number): void;
  /** Names what is read next, for the error of a job that is killed. */
  begin(what: string): void;
}

/** Work on uploaded content, which a parser process runs (parser-process.ts). Input and output are copied between processes. */
export interface ParserJob<Input, Output> {
  name: string;
  run(input: Input, context: ParserContext): Promise<Output>;
}

export interface ParserTask {
  job: string;
  input: unknown;
}

/** Messages of a parser process. A failure has the name and code of its error, and the key of a missing blob. */
export type ParserMessage =
  | { kind: "progress"; percent?: number | undefined }
  | { kind: "begin"; what: string }
  | { kind: "done"; output: unknown }
  | { kind: "failed"; name: string; message: string; code: string; key: string };

/** File descriptor of the bytes that a parser process writes. */
export const BYTES_FD = 4;
