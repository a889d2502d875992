import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

/** How an object store that speaks S3 is reached, with the bucket in the path. */
export interface StoreAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An OpenStack Swift that a test run has for itself; buckets: tests/services/bucket.ts. */
export interface Swift extends StoreAccess {
  /** Where it keeps everything, its log too. */
  folder: string;
  /** Ends it and removes all that it kept. */
  stop(): Promise<void>;
}

/** Debian's own: packages of Debian are not found by another one. */
const PYTHON = "/usr/bin/python3";

const readySchema = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  folder: z.string(),
});

/** Whether Debian's packages of Swift are on this machine. */
export function hasSwift(): Promise<boolean> {
  if (!existsSync(PYTHON)) return Promise.resolve(false);
  const looksFor = "import shutil, sys, swift.proxy.server, swift.obj.server; sys.exit(0 if shutil.which('memcached') else 1)";
  return new Promise((resolve) => execFile(PYTHON, ["-I", "-c", looksFor], (error) => resolve(!error)));
}

async function answers(endpoint: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    // Connections are held until the servers have read their settings; without a signature it is refused, which is an answer.
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response && response.status < 500) return;
  }
}

/**
 * Starts Swift with its S3 API, on ports and in a temporary folder of its own. It ends when this process does, however that ends.
 * @param minimumPartBytes of every part of a multipart upload but the last; Amazon's 5 MiB unless given
 * @throws Error with what it printed when it does not start
 */
export async function startSwift({ minimumPartBytes = 5 * 1024 * 1024 } = {}): Promise<Swift> {
  const script = path.join(import.meta.dirname, "swift.py");
  // In a group of its own, a signal to ours leaves it the time to remove its folder.
  const child = spawn(PYTHON, ["-I", script, String(minimumPartBytes)], { stdio: ["pipe", "pipe", "pipe"], detached: true });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed = (printed + text).slice(-20_000);
    if (child.exitCode === null) process.stderr.write(text);
  });
  const ended = once(child, "close");
  ended.catch(() => undefined);
  const line = await Promise.race([
    once(createInterface(child.stdout), "line").then(([text]) => String(text)),
    ended.then(() => undefined),
  ]);
  if (line === undefined) throw new Error(`Swift does not start:\n${printed}`);
  const ready = readySchema.parse(JSON.parse(line));
  await answers(ready.endpoint, () => child.exitCode !== null);
  if (child.exitCode !== null) throw new Error(`Swift does not start:\n${printed}`);
  return {
    ...ready,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
