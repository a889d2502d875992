import { CHUNK_BYTES } from "../limits";
import type { Pack } from "../plan/plan-packs";
import type { LocalFile } from "./byte-source";
import type { PackSource } from "./pack-source";

export interface PackTotals {
  bytes: number;
  /** Bytes sent by an earlier upload. They don't count as speed. */
  bytesBefore: number;
  filesSent: number;
  chunksSent: number;
  currentFile: string;
}

const TELL_MS = 500;

const chunksOf = (bytes: number) => Math.ceil(bytes / CHUNK_BYTES);

export function countChunks(packs: Iterable<Pick<Pack, "size">>): number {
  let count = 0;
  for (const { size } of packs) count += chunksOf(size);
  return count;
}

/** Adds up the progress of several uploads and reports it at intervals. */
export class PackProgressMeter {
  private done = { bytes: 0, files: 0, chunks: 0 };
  private readonly running = new Map<string, { bytes: number; source: PackSource<LocalFile> }>();
  private readonly continued: Set<string>;
  private bytesBefore = 0;
  private currentFile = "";
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    packs: readonly Pack[],
    private readonly onTotals: (totals: PackTotals) => void,
  ) {
    this.continued = new Set(packs.filter(({ uploadUrl }) => uploadUrl).map(({ id }) => id));
  }

  note(packId: string, bytes: number, source: PackSource<LocalFile>): void {
    // The first report of a continued upload is the server's offset.
    if (this.continued.delete(packId)) this.bytesBefore += bytes;
    this.running.set(packId, { bytes, source });
    this.currentFile = source.fileAt(bytes);
    this.report(false);
  }

  finish({ id, size, files }: Pack): void {
    this.running.delete(id);
    this.done = { bytes: this.done.bytes + size, files: this.done.files + files.length, chunks: this.done.chunks + chunksOf(size) };
    this.report(this.running.size === 0);
  }

  private report(isLast: boolean): void {
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
