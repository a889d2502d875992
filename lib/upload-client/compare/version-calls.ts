import { z } from "zod";
import { versionFileSchema, versionHashSchema, versionHeadSchema } from "../../projects/versions/schema";
import type { ServerCall } from "../host";
import { delay } from "../waiting";

/** Milliseconds before each retry. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000] as const;

/** An error that a retry may fix. */
class PassingFailure extends Error {}

const refusalSchema = z.object({ message: z.string().min(1) });

async function refusalOf(response: Response): Promise<Error> {
  const said = refusalSchema.safeParse(await response.json().catch(() => null)).data?.message;
  if (response.status === 401) return new CompareError(compareMessages.signedOut);
  if (response.status === 404) return new CompareError(said ?? compareMessages.gone);
  if (response.status === 409) return new CompareError(said ?? compareMessages.changed);
  if (response.status === 429 || response.status >= 500) return new PassingFailure();
  return new CompareError(said ?? compareMessages.failed);
}

export interface ComparedProject {
  id: string;
  call: ServerCall;
}

/** Sends a request and reads the whole answer, with retries. */
async function ask<Answer>(
  server: ServerCall,
  path: string,
  init: RequestInit,
  read: (lines: AsyncGenerator<unknown>) => Promise<Answer>,
): Promise<Answer> {
  const never = new AbortController().signal;
  let wasReached = false;
  for (const milliseconds of [null, ...RETRY_DELAYS]) {
    if (milliseconds !== null) await delay(milliseconds, never);
    try {
      const response = await server(path, { cache: "no-store", ...init });
      wasReached = true;
      if (!response.ok) throw await refusalOf(response);
      if (response.body) return await read(readLines(response.body));
    } catch (error) {
      const isPassing = error instanceof PassingFailure || error instanceof TypeError || error instanceof SyntaxError;
      if (!isPassing) throw error;
    }
  }
  throw new CompareError(wasReached ? compareMessages.failed : compareMessages.unreachable);
}

export interface PublishedVersion {
  /** The client sends it back with the changes. Null when the project has no map. */
  version: string | null;
  sizes: Map<string, number>;
  /** Names of the stored contents by path. */
  contents: Map<string, string>;
}

/** Lists the files of the current map. @throws CompareError */
export function readVersion({ call, id }: ComparedProject): Promise<PublishedVersion> {
  return ask(call, `/api/project/version-files/${encodeURIComponent(id)}`, {}, async (lines) => {
    const head = await lines.next();
    if (head.done) throw new PassingFailure();
    const { version, fileCount } = versionHeadSchema.parse(head.value);
    const sizes = new Map<string, number>();
    const contents = new Map<string, string>();
    for await (const line of lines) {
      const { path, size, content } = versionFileSchema.parse(line);
      sizes.set(path, size);
      if (content) contents.set(path, content);
    }
    if (sizes.size !== fileCount) throw new PassingFailure();
    return { version, sizes, contents };
  });
}

/** Returns SHA-256 hashes of files in lower-case hex, or null for missing files. @param paths at most `HASHES_AT_ONCE` @throws CompareError */
export function readHashes(
  { call, id }: ComparedProject,
  version: string | null,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (paths.length === 0) return Promise.resolve(new Map());
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ version, paths }) };
  return ask(call, `/api/project/version-hashes/${encodeURIComponent(id)}`, init, async (lines) => {
    const hashes = new Map<string, string | null>();
    for await (const line of lines) {
      const { path, sha256 } = versionHashSchema.parse(line);
      hashes.set(path, sha256);
    }
    if (hashes.size !== paths.length) throw new PassingFailure();
    return hashes;
  });
}

/** An error with a message for the user. */
export class CompareError extends Error {
  override readonly name = "CompareError";
}

/** Messages for answers without a message of the server. */
export const compareMessages = {
  unreachable: "The server could not be reached. Please check your connection and try again.",
  failed: "The folder could not be compared with the map. Please try again.",
  signedOut: "Your session has ended. Please sign in again and compare once more.",
  gone: "The project no longer exists.",
  changed: "The map was changed meanwhile. Please compare the folder again.",
} as const;

/** Yields the parsed lines of NDJSON; skips empty ones. @throws SyntaxError for an incomplete line; TypeError for a lost connection */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line);
    }
    rest += decoder.decode();
    if (rest !== "") yield JSON.parse(rest);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
