"use client";

import { useCallback, useEffect, useState } from "react";
import { BEING_SENT_MESSAGE } from "@/lib/imports/uploads/values";
import { readExtraction } from "@/lib/upload-client/finalize/extraction";
import { headersOf } from "@/lib/upload-client/host";
import type { PackProgress } from "@/lib/upload-client/plan/plan-store";
import { browserHost } from "../controller/browser-host";
import { isHeld } from "../controller/upload-lock";
import type { UnfinishedUpload } from "./database";
import { followUploads, forgetUpload, listProgress, listUploads } from "./store";

export interface ListedUpload {
  upload: UnfinishedUpload;
  /** Bytes on the server; null while unknown. */
  bytes: number | null;
  /** True when the server can make the map without the source. */
  isSent: boolean;
}

/** The server waits longer for an upload that a tab just left is still sending. The list must not wait for it. Milliseconds. */
const OFFSET_LIMIT_MS = 5_000;

/** @returns bytes on the server, or null when it is unavailable or takes too long */
async function readOffset(
  { uploadUrl, size, isDone }: PackProgress,
  accountId: string,
  left: AbortSignal,
): Promise<number | "gone" | null> {
  if (isDone) return size;
  const signal = AbortSignal.any([left, AbortSignal.timeout(OFFSET_LIMIT_MS)]);
  try {
    const headers = { "Tus-Resumable": "1.0.0", ...headersOf(accountId) };
    const response = await fetch(uploadUrl, { method: "HEAD", headers, cache: "no-store", signal });
    // Without the header, a proxy answered.
    if (response.headers.has("Tus-Resumable") && (response.status === 404 || response.status === 410)) return "gone";
    const offset = Number.parseInt(response.headers.get("Upload-Offset") ?? "", 10);
    return response.ok && Number.isSafeInteger(offset) ? offset : null;
  } catch {
    return null;
  }
}

/** True when the server has made the map and only its answer was lost. A replacement runs the comparison again instead. */
async function wasFinalized({ isFinalizing, target }: UnfinishedUpload, signal: AbortSignal): Promise<boolean> {
  if (!isFinalizing || target.replacesId !== null) return false;
  const progress = await readExtraction(browserHost.call, target.safeName, signal);
  return progress?.isOwn === true && progress.status !== "error";
}

/** @returns null for an upload that can't continue and was removed */
async function readStatus(upload: UnfinishedUpload, signal: AbortSignal): Promise<ListedUpload | null> {
  const progress = await listProgress(upload.id);
  const offsets = await Promise.all(progress.map((pack) => readOffset(pack, upload.accountId, signal)));
  const isLost = upload.source === "zip" ? offsets[0] === "gone" : await wasFinalized(upload, signal);
  if (isLost) {
    await forgetUpload(upload.id);
    return null;
  }
  if (upload.source === "zip") {
    const [bytes = null] = offsets;
    return { upload, bytes: bytes === "gone" ? null : bytes, isSent: bytes === upload.byteCount };
  }
  const done = progress.filter(({ isDone }) => isDone).length;
  const bytes = offsets.reduce<number>((sum, offset) => sum + (typeof offset === "number" ? offset : 0), 0);
  return { upload, bytes, isSent: done === upload.packCount && upload.target.replacesId === null };
}

function isSending({ accountId, target, name, byteCount }: UnfinishedUpload): Promise<boolean> {
  return isHeld({ accountId, target, file: { name: name ?? target.projectName, size: byteCount } });
}

/** Deletes an upload from the server and this browser. @throws Error with a message for the user */
async function discardUpload(upload: UnfinishedUpload): Promise<void> {
  if (await isSending(upload)) throw new Error(BEING_SENT_MESSAGE);
  const { deleteUploads } = await import("@/lib/upload-client/send/uploads");
  const progress = await listProgress(upload.id);
  const addressesOf = (isDone: boolean) => progress.filter((pack) => pack.isDone === isDone).map(({ uploadUrl }) => uploadUrl);
  // The server refuses only for packs that are being sent, so they come first.
  await deleteUploads(browserHost, upload.accountId, addressesOf(false));
  await deleteUploads(browserHost, upload.accountId, addressesOf(true));
  await forgetUpload(upload.id);
}

/**
 * Lists this account's unfinished uploads of former sessions.
 * @param active safe names of the uploads under way in this tab, joined. The list reloads when they change.
 */
export function useUnfinishedUploads(accountId: string, active: string) {
  const [uploads, setUploads] = useState<readonly ListedUpload[]>([]);
  const [changes, setChanges] = useState(0);

  useEffect(() => followUploads(() => setChanges((before) => before + 1)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after each change
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    const isIdle = async (upload: UnfinishedUpload) => !active.split(" ").includes(upload.target.safeName) && !(await isSending(upload));
    const read = async (upload: UnfinishedUpload) => ((await isIdle(upload)) ? readStatus(upload, signal) : null);
    void listUploads(accountId)
      .then((stored) => Promise.all(stored.map(read)))
      .then((found) => {
        if (!signal.aborted) setUploads(found.filter((upload) => upload !== null));
      });
    return () => reading.abort();
  }, [accountId, active, changes]);

  const discard = useCallback(async (discarded: UnfinishedUpload) => {
    await discardUpload(discarded);
    setUploads((before) => before.filter(({ upload }) => upload.id !== discarded.id));
  }, []);

  return { uploads, discard };
}
