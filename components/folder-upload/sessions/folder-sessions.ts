import type { PackProgress } from "@/lib/publish/plan/plan-store";
import { type FolderSession, keysOfSession, openFolderDatabase } from "./folder-database";

/*
 * Uploads of folders that were begun and not finished. A browser that keeps nothing (a private window, no room left) costs
 * the resume after a reload, never the upload: what cannot be written is let be, and what cannot be read is not there.
 */

async function attempt<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work();
  } catch {
    return otherwise;
  }
}

export function keepSession(session: FolderSession): Promise<void> {
  return attempt(async () => {
    await (await openFolderDatabase()).put("sessions", session);
  }, undefined);
}

/** Keeps the address of a pack's upload, and whether all of it is there. */
export function keepProgress(progress: PackProgress): Promise<void> {
  return attempt(async () => {
    await (await openFolderDatabase()).put("progress", progress);
  }, undefined);
}

/** The sessions of an account, newest first. */
export function listSessions(accountId: string): Promise<FolderSession[]> {
  return attempt(async () => {
    const sessions = await (await openFolderDatabase()).getAll("sessions");
    return sessions.filter((session) => session.accountId === accountId).sort((one, other) => other.createdAt - one.createdAt);
  }, []);
}

/** The session of a folder of this name for this project; the one begun last. */
export async function findSession(accountId: string, folderName: string | null, safeName: string): Promise<FolderSession | null> {
  const sessions = await listSessions(accountId);
  return sessions.find((session) => session.folderName === folderName && session.target.safeName === safeName) ?? null;
}

/** How far the packs of a session are. */
export function listProgress(sessionId: string): Promise<PackProgress[]> {
  return attempt(async () => (await openFolderDatabase()).getAll("progress", keysOfSession(sessionId)), []);
}

/** @returns addresses of the session's uploads, which are of no use from now on */
export function forgetSession(sessionId: string): Promise<string[]> {
  return attempt(async () => {
    const transaction = (await openFolderDatabase()).transaction(["sessions", "packs", "progress"], "readwrite");
    const range = keysOfSession(sessionId);
    const progress = await transaction.objectStore("progress").getAll(range);
    await Promise.all([
      transaction.objectStore("sessions").delete(sessionId),
      transaction.objectStore("packs").delete(range),
      transaction.objectStore("progress").delete(range),
      transaction.done,
    ]);
    return progress.map(({ uploadUrl }) => uploadUrl);
  }, []);
}
