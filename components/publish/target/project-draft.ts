"use client";

import { useCallback, useSyncExternalStore } from "react";
import { type ProjectDraft, readDraft, writeDraft } from "@/components/create-project/project-draft";

/** One draft a tab. The copy here spares parsing the storage on every render. */
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

/** The draft and how to change it; null while the page is rendered on the server, which cannot know it. */
export function useProjectDraft(): [ProjectDraft | null, (draft: ProjectDraft) => void] {
  const draft = useSyncExternalStore(subscribe, snapshot, () => null);
  const change = useCallback((next: ProjectDraft) => {
    current = next;
    writeDraft(window.sessionStorage, next);
    for (const listener of listeners) listener();
  }, []);
  return [draft, change];
}
