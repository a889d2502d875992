import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Archive } from "./archives";
import { watchPeak } from "./memory";

export interface Measurement {
  who: string;
  seconds: number;
  /** Peak memory in bytes. */
  peakMemory: number;
}

interface Peer {
  who: string;
  command(archive: string, target: string): string[];
}

const unzipperScript = `
  const [archive, target] = process.argv.slice(-2);
  require("unzipper").Open.file(archive).then((directory) => directory.extract({ path: target, concurrency: 8 }));`;

/** The comparison: programs that unpack a ZIP to the local disk. */
const peers: readonly Peer[] = [
  { who: "unzip", command: (archive, target) => ["unzip", "-q", archive, "-d", target] },
  { who: "bsdtar", command: (archive, target) => ["bsdtar", "-xf", archive, "-C", target] },
  { who: "unzipper", command: (archive, target) => [process.execPath, "-e", unzipperScript, "--", archive, target] },
];

const wanted = process.env.BENCH_PEERS?.split(",");

async function measure({ who, command }: Peer, archive: Archive, folder: string): Promise<Measurement> {
  const target = path.join(folder, "unpacked");
  await mkdir(target);
  const [file = "", ...options] = command(archive.file, target);
  const started = performance.now();
  const child = spawn(file, options, { stdio: ["ignore", "ignore", "inherit"] });
  const peak = watchPeak(child.pid ?? 0);
  const [code] = await once(child, "exit");
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${who} ended with ${code}.`);
  await rm(target, { recursive: true });
  return { who, seconds, peakMemory: peak() };
}

/** Unpacks the archive with each of them, one after the other. */
export async function measurePeers(archive: Archive, folder: string): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const peer of peers.filter(({ who }) => wanted?.includes(who) ?? true)) measurements.push(await measure(peer, archive, folder));
  return measurements;
}
