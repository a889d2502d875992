"use client";

import { useCallback, useEffect, useState } from "react";
import { Upload } from "tus-js-client";
import { findHandle, forgetOtherHandles } from "./kept-handles";
import { forgetUpload, listStoredUploads, listUploadUrls, type StoredUpload } from "./stored-uploads";

export interface UnfinishedUpload {
  stored: StoredUpload;
  /** Bytes that the server has; null while that is not known. */
  bytes: number | null;
  /** By which its file is opened again; null when the person has to choose it. */
  handle: FileSystemFileHandle | null;
}

/** @returns bytes that the server has of an upload, "gone" when it has none of it, null when it cannot be asked now */
async function readOffset({ uploadUrl }: StoredUpload, signal: AbortSignal): Promise<number | "gone" | null> {
  try {
    const response = await fetch(uploadUrl, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" }, cache: "no-store", signal });
    if (response.status === 404 || response.status === 410) return "gone";
    const offset = Number.parseInt(response.headers.get("Upload-Offset") ?? "", 10);
    return response.ok && Number.isSafeInteger(offset) ? offset : null;
  } catch {
    return null;
  }
}

async function ask(stored: StoredUpload, signal: AbortSignal): Promise<UnfinishedUpload | null> {
  const [bytes, handle] = await Promise.all([readOffset(stored, signal), findHandle(stored.uploadUrl)]);
  if (bytes !== "gone") return { stored, bytes, handle };
  forgetUpload(window.localStorage, stored);
  return null;
}

/**
 * The unfinished uploads of an account in this browser that the server still has.
 * @param isShown false while another one is under way: what is listed is read anew when that has ended
 */
export function useUnfinishedUploads(accountId: string, isShown: boolean) {
  const [uploads, setUploads] = useState<readonly UnfinishedUpload[]>([]);

  useEffect(() => {
    if (!isShown) return;
    const asking = new AbortController();
    const { signal } = asking;
    const kept = listStoredUploads(window.localStorage, accountId);
    void forgetOtherHandles(listUploadUrls(window.localStorage));
    void Promise.all(kept.map((stored) => ask(stored, signal))).then((answers) => {
      if (!signal.aborted) setUploads(answers.filter((answer) => answer !== null));
    });
    return () => asking.abort();
  }, [accountId, isShown]);

  /** Deletes an upload here and on the server. */
  const discard = useCallback((stored: StoredUpload) => {
    forgetUpload(window.localStorage, stored);
    setUploads((before) => before.filter((upload) => upload.stored !== stored));
    // What cannot be deleted now expires on the server.
    void Upload.terminate(stored.uploadUrl, { retryDelays: [0, 1_000] }).catch(() => undefined);
  }, []);

  /** Has the person choose the file of this one: its handle is of no use. */
  const dropHandle = useCallback((stored: StoredUpload) => {
    setUploads((before) => before.map((upload) => (upload.stored === stored ? { ...upload, handle: null } : upload)));
  }, []);

  return { uploads: isShown ? uploads : [], discard, dropHandle };
}
