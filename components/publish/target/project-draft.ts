"use client";

import { useCallback, useSyncExternalStore } from "react";
import { z } from "zod";
import { readStored, writeStored } from "../browser-storage";

const projectDraftSchema = z.object({ name: z.string(), description: z.string() });

export type ProjectDraft = z.output<typeof projectDraftSchema>;

export const emptyDraft: ProjectDraft = { name: "", description: "" };

const KEY = "sea-vision.project-draft";

/** Returns the draft of this tab, which survives a reload. */
export function readDraft(storage: Storage): ProjectDraft {
  return readStored(storage, KEY, projectDraftSchema) ?? emptyDraft;
}

export function writeDraft(storage: Storage, draft: ProjectDraft): void {
  writeStored(storage, KEY, draft.name === "" && draft.description === "" ? null : draft);
}

let current: ProjectDraft | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function snapshot(): ProjectDraft {
  current ??= readDraft(window.sessionStorage);
  return current;
}

/** Returns the draft, null on the server, and a function that changes it. */
export function useProjectDraft(): [ProjectDraft | null, (draft: ProjectDraft) => void] {
  const draft = useSyncExternalStore(subscribe, snapshot, () => null);
  const change = useCallback((next: ProjectDraft) => {
    current = next;
    writeDraft(window.sessionStorage, next);
    for (const listener of listeners) listener();
  }, []);
  return [draft, change];
}
