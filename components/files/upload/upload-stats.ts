import type { Transfer } from "@/components/publish/controller/upload-state";
import { percentOf, transferStats } from "@/components/publish/progress/transfer-stats";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { CHUNK_FILES } from "@/lib/files/schema";
import type { Conflicts } from "./find-conflicts";

/** Returns the progress in whole percent, by files when there are many and by bytes when there are few. */
export function uploadPercent({ shipment: { fileCount, byteCount }, sent, rate }: Transfer): number {
  if (fileCount > CHUNK_FILES || byteCount === 0) return Math.round((sent.filesSent / fileCount) * 100);
  return percentOf(rate.bytes, byteCount);
}

export function uploadStats(transfer: Transfer): string[] {
  const { fileCount, chunkCount } = transfer.shipment;
  const { filesSent, chunksSent } = transfer.sent;
  const { bytes, total, speed, remaining } = transferStats(transfer);
  const stats = [`${formatBytes(bytes)} of ${formatBytes(total)}`];
  if (fileCount > 1) stats.unshift(`${filesSent.toLocaleString("en-US")} of ${countFiles(fileCount)}`);
  if (chunkCount > 1) stats.unshift(`Chunk ${Math.min(chunksSent + 1, chunkCount)} of ${chunkCount}`);
  if (speed !== null) stats.push(formatSpeed(speed));
  if (remaining !== null) stats.push(`${formatDuration(remaining)} left`);
  return stats;
}

export function countFiles(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "file" : "files"}`;
}

const NAMES_SHOWN = 5;

export function someOf(paths: readonly string[]): { shown: readonly string[]; more: number } {
  const shown = paths.slice(0, NAMES_SHOWN);
  return { shown, more: paths.length - shown.length };
}

export function conflictTitle({ existing, blocked }: Conflicts): string {
  if (existing.length > 0) return `${countFiles(existing.length)} already ${existing.length === 1 ? "exists" : "exist"}`;
  return `${countFiles(blocked.length)} can't be uploaded`;
}
