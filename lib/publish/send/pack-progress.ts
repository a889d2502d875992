import { CHUNK_BYTES } from "../limits";
import type { LocalFile } from "../local-file";
import type { Pack } from "../plan/plan-messages";
import type { PackSource } from "./pack-source";

/** How far a folder is on its way. */
export interface FleetTotals {
  /** Bytes on the server or on their way. */
  bytes: number;
  /** Of these, what an earlier upload had sent: it is no speed of this one. */
  bytesBefore: number;
  filesSent: number;
  chunksSent: number;
  /** Path of a file that is being sent. */
  currentFile: string;
}

/** Spec 001 §9: totals are told so often at most. */
const TELL_MS = 500;

const chunksOf = (bytes: number) => Math.ceil(bytes / CHUNK_BYTES);

/** Requests that it takes to send packs. */
export function countChunks(packs: Iterable<Pick<Pack, "size">>): number {
  let count = 0;
  for (const { size } of packs) count += chunksOf(size);
  return count;
}

/** Adds up what several uploads tell, and tells of the sum from time to time. */
export class FleetProgress {
  private done = { bytes: 0, files: 0, chunks: 0 };
  private readonly running = new Map<string, { bytes: number; source: PackSource<LocalFile> }>();
  private readonly continued: Set<string>;
  private bytesBefore = 0;
  private currentFile = "";
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    packs: readonly Pack[],
    private readonly onTotals: (totals: FleetTotals) => void,
  ) {
    this.continued = new Set(packs.filter(({ uploadUrl }) => uploadUrl).map(({ id }) => id));
  }

  /** So many bytes of a running pack are on the server or on their way. */
  note(packId: string, bytes: number, source: PackSource<LocalFile>): void {
    // The first that is heard of an upload that goes on is what the server has.
    if (this.continued.delete(packId)) this.bytesBefore += bytes;
    this.running.set(packId, { bytes, source });
    this.currentFile = source.fileAt(bytes);
    this.tell(false);
  }

  finish({ id, size, files }: Pack): void {
    this.running.delete(id);
    this.done = { bytes: this.done.bytes + size, files: this.done.files + files.length, chunks: this.done.chunks + chunksOf(size) };
    this.tell(this.running.size === 0);
  }

  private tell(isLast: boolean): void {
    const now = performance.now();
    if (!isLast && now - this.toldAt < TELL_MS) return;
    this.toldAt = now;
    let { bytes, files, chunks } = this.done;
    for (const pack of this.running.values()) {
      bytes += pack.bytes;
      files += pack.source.countBefore(pack.bytes);
      chunks += Math.floor(pack.bytes / CHUNK_BYTES);
    }
    this.onTotals({ bytes, bytesBefore: this.bytesBefore, filesSent: files, chunksSent: chunks, currentFile: this.currentFile });
  }
}
