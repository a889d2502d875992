import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "../env";
import type { Sweep } from "../jobs/job";
import { OUTBOX_FILE, outboxFolder } from "./delivery/transport";

const SWEEP_MS = 60 * 60 * 1_000;

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Deletes mails older than a month, and unfinished ones. @param now milliseconds since 1970 */
export async function deleteOldMails(dataDir: string, now: number, signal: AbortSignal): Promise<void> {
  const folder = outboxFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const name of names.filter((one) => OUTBOX_FILE.test(one))) {
    if (signal.aborted) return;
    const file = path.join(folder, name);
    // Another worker may have deleted it.
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    );
    if (now - changedAt > KEPT_DAYS * DAY_MS) await rm(file, { force: true });
  }
}

/** Runs also with a mail server: there may be files from before. */
export const oldMailSweep: Sweep = {
  name: "old mails in the outbox",
  everyMs: SWEEP_MS,
  onWake: false,
  run: (signal) => deleteOldMails(env().dataDir, Date.now(), signal),
};
