"use client";

import { useCallback, useSyncExternalStore } from "react";
import { writeStored } from "../browser-storage";

export interface ProjectDraft {
  name: string;
  description: string;
  /** Name of the file that the project was named after. Another file replaces it. */
  suggestedName?: string;
}

export const emptyDraft: ProjectDraft = { name: "", description: "" };

const KEY = "sea-vision.project-draft";

/** Returns the draft of this tab, which survives a reload. */
export function readDraft(storage: Storage): ProjectDraft {
  try {
    const { name, description, suggestedName } = JSON.parse(storage.getItem(KEY) ?? "{}") as Partial<ProjectDraft>;
    return typeof name === "string" && typeof description === "string" ? { name, description, suggestedName } : emptyDraft;
  } catch {
    return emptyDraft;
  }
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
