"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ProjectSummary } from "@/lib/projects/schema";

/** The project that the URL names. Null when the user has no such project. */
export interface Linked<Project> {
  /** What the URL says: a safe name, or an id where the name may have changed since. */
  safeName: string;
  project: Project | null;
}

/** The projects that `?map=`, `?project=` and `?files=` name. */
export interface Links {
  linked: Linked<ProjectSummary> | null;
  linkedProject: Linked<ProjectSummary> | null;
  linkedFiles: Linked<ProjectSummary> | null;
}

/**
 * Returns the project that the URL names. It stays when it leaves the list. Requests one that the list doesn't contain.
 * @param linked the server's answer to the URL @param onMissing called when there is no such project; must be stable
 */
export function useLinkedProject<Project extends { safeName: string; _id: string }>(
  safeName: string | null,
  projects: readonly Project[],
  linked: Linked<Project> | null,
  onMissing?: () => void,
): Project | null {
  const router = useRouter();
  const shown = useRef<Project>(null);
  const asked = useRef<string>(undefined);
  const project = [...projects, linked?.project, shown.current].find((one) => one?.safeName === safeName || one?._id === safeName) ?? null;
  useEffect(() => {
    shown.current = project;
    if (!safeName || project) return;
    if (linked?.safeName === safeName) onMissing?.();
    else if (asked.current !== safeName) {
      asked.current = safeName;
      router.refresh();
    }
  }, [safeName, project, linked, onMissing, router]);
  return project;
}
