import { percentOf, steadySeconds } from "@/components/publish/progress/transfer-figures";
import { rateRemaining, rateSpeed } from "@/components/publish/progress/transfer-rate";
import { formatBytes, formatSpeed } from "@/components/shared/format-bytes";
import { formatDuration } from "@/components/shared/time/format-duration";
import { CHUNK_FILES } from "@/lib/files/schema";
import type { Conflicts, Sending } from "./upload-state";

/** Before so many milliseconds a forecast is a guess. */
const FORECAST_FROM_MS = 1_500;

/** Whole percent: of the files when there are many (spec 001 §9), of the bytes when there are few. */
export function uploadPercent({ fileCount, filesSent, totalBytes, rate }: Sending): number {
  if (fileCount > CHUNK_FILES || totalBytes === 0) return Math.round((filesSent / fileCount) * 100);
  return percentOf(rate.bytes, totalBytes);
}

/** What is said of an upload beside its percentage, each only when it can be told. */
export function uploadFigures({ fileCount, filesSent, totalBytes, rate, link, chunk, chunkCount }: Sending): string[] {
  const speed = link === "sending" ? rateSpeed(rate) : null;
  const isForecast = speed !== null && rate.activeMs >= FORECAST_FROM_MS;
  const remaining = isForecast ? rateRemaining(rate, totalBytes) : null;
  const figures = [`${formatBytes(Math.min(rate.bytes, totalBytes))} of ${formatBytes(totalBytes)}`];
  if (fileCount > 1) figures.unshift(`${filesSent.toLocaleString("en-US")} of ${countFiles(fileCount)}`);
  if (chunkCount > 1) figures.unshift(`Chunk ${chunk} of ${chunkCount}`);
  if (speed !== null) figures.push(formatSpeed(speed));
  if (remaining !== null) figures.push(`${formatDuration(steadySeconds(remaining))} left`);
  return figures;
}

/** `1 file`, `2,500 files`. */
export function countFiles(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "file" : "files"}`;
}

/** Names that are spelled out; the rest is counted. */
const NAMES_SHOWN = 5;

/** Some names of many. */
export function someOf(paths: readonly string[]): { shown: readonly string[]; more: number } {
  const shown = paths.slice(0, NAMES_SHOWN);
  return { shown, more: paths.length - shown.length };
}

/** The question, and whether there is anything to replace or skip. */
export function conflictTitle({ existing, blocked }: Conflicts): string {
  if (existing.length > 0) return `${countFiles(existing.length)} ${existing.length === 1 ? "is" : "are"} there already`;
  return `${countFiles(blocked.length)} cannot be uploaded`;
}
