import type { Archive, SiteKind } from "./archives";
import type { Measurement } from "./peers";
import type { Waiting } from "./visitors";

const MEBIBYTE = 1024 * 1024;
/** Aim: the worker's memory does not grow with the archive. */
const MOST_MEMORY = 300 * MEBIBYTE;

function row(...cells: (string | number)[]): string {
  const [first = "", ...rest] = cells.map(String);
  return `  ${first.padEnd(12)}${rest.map((cell) => cell.padStart(12)).join("")}`;
}

/** Seconds, their ratio to ours, and peak memory. */
export function printMeasurements(archive: Archive, ours: Measurement, peers: readonly Measurement[]): void {
  const lines = [ours, ...peers].map(({ who, seconds, peakMemory }) => {
    return row(who, seconds.toFixed(2), `${(seconds / ours.seconds).toFixed(1)} x`, `${Math.round(peakMemory / MEBIBYTE)} MiB`);
  });
  console.log(`\n${archive.name} (${archive.files.toLocaleString("en-US")} files, ${Math.round(archive.size / MEBIBYTE)} MiB as ZIP)`);
  console.log([row("", "seconds", "of ours", "peak memory"), ...lines].join("\n"));
}

/** The effect of the verification on visitors of the map. */
export function printWaiting({ verified, during, idle }: { verified: number; during: Waiting; idle: Waiting }): void {
  const show = (name: string, { count, p50, p95, p99 }: Waiting) => row(name, count, p50.toFixed(2), p95.toFixed(2), p99.toFixed(2));
  console.log(`  every byte verified after ${verified.toFixed(2)} s; milliseconds for a tile:`);
  console.log([row("", "tiles", "p50", "p95", "p99"), show("meanwhile", during), show("afterwards", idle)].join("\n"));
}

/** Prints the aims. @returns those that were missed */
export function judge({ name, leastRatio }: SiteKind, ours: Measurement, peers: readonly Measurement[]): string[] {
  const unzip = peers.find(({ who }) => who === "unzip")?.seconds ?? 0;
  const ratio = unzip / ours.seconds;
  const memory = Math.round(ours.peakMemory / MEBIBYTE);
  const aims = [
    { text: `${name}: peak memory ${memory} MiB, aim at most ${MOST_MEMORY / MEBIBYTE} MiB`, isMet: ours.peakMemory <= MOST_MEMORY },
  ];
  if (leastRatio) aims.push({ text: `${name}: ${ratio.toFixed(1)} x sooner than unzip, aim ${leastRatio} x`, isMet: ratio >= leastRatio });
  for (const { text } of aims) console.log(`  ${text}`);
  return aims.filter(({ isMet }) => !isMet).map(({ text }) => text);
}
