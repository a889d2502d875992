"use client";

import { useCallback, useEffect, useState } from "react";
import { browserHost } from "@/components/transfer/browser-host";
import { readExtraction } from "@/lib/publish/finish/read-extraction";
import type { PackProgress } from "@/lib/publish/plan/plan-store";
import { discardUploads } from "@/lib/publish/send/uploads";
import type { FolderSession } from "./sessions/folder-database";
import { forgetSession, listProgress, listSessions } from "./sessions/folder-sessions";

export interface UnfinishedFolder {
  session: FolderSession;
  /** Bytes that the server has. */
  bytes: number;
  /** Every byte is on the server, and the map can be made without the folder. */
  isSent: boolean;
}

/** @returns bytes that the server has of an upload; 0 when it has none or cannot be asked now */
async function readOffset({ uploadUrl, size, isDone }: PackProgress, signal: AbortSignal): Promise<number> {
  if (isDone) return size;
  try {
    const response = await fetch(uploadUrl, { method: "HEAD", headers: { "Tus-Resumable": "1.0.0" }, cache: "no-store", signal });
    const offset = Number.parseInt(response.headers.get("Upload-Offset") ?? "", 10);
    return response.ok && Number.isSafeInteger(offset) ? offset : 0;
  } catch {
    return 0;
  }
}

/** True when the server had taken everything, and only its answer was missed. A replacement can be compared again, and then has nothing to send. */
async function wasTaken({ isHandedOver, target }: FolderSession, signal: AbortSignal): Promise<boolean> {
  if (!isHandedOver || target.replacesId !== null) return false;
  const progress = await readExtraction(browserHost.call, target.safeName, signal);
  return progress?.isOwn === true && progress.status !== "error";
}

async function look(session: FolderSession, signal: AbortSignal): Promise<UnfinishedFolder | null> {
  if (await wasTaken(session, signal)) {
    await forgetSession(session.id);
    return null;
  }
  const progress = await listProgress(session.id);
  const offsets = await Promise.all(progress.map((pack) => readOffset(pack, signal)));
  const done = progress.filter(({ isDone }) => isDone).length;
  const isSent = done === session.packCount && session.target.replacesId === null;
  return { session, isSent, bytes: offsets.reduce((sum, offset) => sum + offset, 0) };
}

/**
 * The unfinished uploads of folders that this account has begun in this browser.
 * @param isShown false while a folder is chosen or under way: what is listed is read anew when that has ended
 */
export function useUnfinishedFolders(accountId: string, isShown: boolean) {
  const [folders, setFolders] = useState<readonly UnfinishedFolder[]>([]);

  useEffect(() => {
    if (!isShown) return;
    const looking = new AbortController();
    const { signal } = looking;
    void listSessions(accountId)
      .then((sessions) => Promise.all(sessions.map((session) => look(session, signal))))
      .then((found) => {
        if (!signal.aborted) setFolders(found.filter((folder) => folder !== null));
      });
    return () => looking.abort();
  }, [accountId, isShown]);

  /** Deletes an upload here and on the server. */
  const discard = useCallback((session: FolderSession) => {
    setFolders((before) => before.filter((folder) => folder.session.id !== session.id));
    void forgetSession(session.id).then((addresses) => discardUploads(browserHost, addresses));
  }, []);

  return { folders: isShown ? folders : [], discard };
}
