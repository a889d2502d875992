import { spawn } from "node:child_process";
import type { SeedResult } from "../../prisma/seed";

/** A run of server/prepare.ts. */
export interface Preparation {
  /** Resolves with what the first run made. Rejects when the database could not be prepared. */
  done: Promise<SeedResult>;
  /** Ends it where it stands; the next one completes what it began. */
  cancel(): void;
}

/**
 * Migrates and fills the database in a process that ends when it is done.
 * @param file absolute path of its bundle
 */
export function startPreparation(file: string, isDemoWanted: boolean): Preparation {
  const child = spawn(process.execPath, ["--enable-source-maps", file], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, SEED_DEMO: isDemoWanted ? "1" : "0" },
    detached: true,
  });
  const done = new Promise<SeedResult>((resolve, reject) => {
    child.once("message", (result) => resolve(result as SeedResult));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The database could not be prepared; the reason is above.")));
  });
  return { done, cancel: () => child.kill("SIGTERM") };
}
