import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

/** Access to an S3 store with path-style buckets. */
export interface StoreAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An OpenStack Swift server for one test run. See tests/services/bucket.ts for buckets. */
export interface Swift extends StoreAccess {
  /** Folder of all its data and its log. */
  folder: string;
  stop(): Promise<void>;
}

/** Debian's Python, because other Pythons can't find Debian's Swift packages. */
const PYTHON = "/usr/bin/python3";

const readySchema = z.object({
  endpoint: z.string(),
  region: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  folder: z.string(),
});

/** Returns true when Debian's Swift packages and memcached are installed. */
export function hasSwift(): Promise<boolean> {
  if (!existsSync(PYTHON)) return Promise.resolve(false);
  const probe = "import shutil, sys, swift.proxy.server, swift.obj.server; sys.exit(0 if shutil.which('memcached') else 1)";
  return new Promise((resolve) => execFile(PYTHON, ["-I", "-c", probe], (error) => resolve(!error)));
}

async function answers(endpoint: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    // The servers hold connections until they have read their settings. A refused unsigned request shows that they are ready.
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response && response.status < 500) return;
  }
}

/**
 * Starts Swift with its S3 API on its own ports and in a temporary folder. It ends with this process, even when this process is killed.
 * @param minimumPartBytes minimum size of every part of a multipart upload except the last; 5 MiB by default, as at Amazon S3
 * @throws Error with its output when it does not start
 */
export async function startSwift({ minimumPartBytes = 5 * 1024 * 1024 } = {}): Promise<Swift> {
  const script = path.join(import.meta.dirname, "swift.py");
  // Swift has its own process group. A signal to our group leaves it time to remove its folder.
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
