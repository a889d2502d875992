import type { Archive } from "./archives";
import type { Measurement } from "./peers";
import type { Waiting } from "./visitors";

const MEBIBYTE = 1024 * 1024;

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
