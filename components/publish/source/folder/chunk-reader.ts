import { type FilePart, type PartReader, UnreadablePartError } from "@/lib/publish/send/pack-source";
import { WorkerCalls } from "../worker-calls";
import type { ChunkAnswer, ChunkRequest } from "./chunk.worker";

/** Up to this many files, the browser itself puts the chunk together while it sends. */
const PARTS_BY_BROWSER = 16;

/** Puts the bytes of many files into one Blob in a worker: a Blob of the files themselves costs the page half a millisecond each. */
export class ChunkReader implements PartReader<File> {
  private readonly calls = new WorkerCalls<ChunkRequest, ChunkAnswer>(
    new Worker(new URL("./chunk.worker.ts", import.meta.url), { type: "module" }),
    "the files could not be read",
  );

  async read(parts: FilePart<File>[]): Promise<Blob> {
    if (parts.length <= PARTS_BY_BROWSER) return new Blob(parts.map(({ file, from, to }) => file.slice(from, to)));
    const answer = await this.calls.ask({ parts });
    if ("chunk" in answer) return answer.chunk;
    throw new UnreadablePartError(answer.unreadable);
  }

  close(): void {
    this.calls.close();
  }
}
