"use client";

import useSWR from "swr";
import { requestJson } from "@/components/shared/request-json";
import type { ProjectDetails } from "@/lib/projects/schema";
import { isGone } from "./project-error";

/** The answer of our own API; its type is the one that the route is written with. */
async function fetchDetails(path: string): Promise<ProjectDetails> {
  return ((await requestJson(path)) as { project: ProjectDetails }).project;
}

/**
 * Everything that is known of a project, as it stands now; the list knows less.
 * @param onGone the server knows the project no more
 */
export function useProjectDetails(id: string, onGone: () => void) {
  const { data, error, isValidating, mutate } = useSWR<ProjectDetails, unknown>(`/api/project/details/${id}`, fetchDetails, {
    // Asked when the dialog opens and when something was changed: what comes in between would change a form under somebody's hands.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
    dedupingInterval: 0,
    onError: (reason) => {
      if (isGone(reason)) onGone();
    },
  });
  return {
    /** Undefined until they are here; while they are loading, they may be those of the last time that the dialog was open. */
    details: error ? undefined : data,
    error: isValidating ? undefined : error,
    isLoading: isValidating,
    reload: () => void mutate(),
    /** Takes over what a change has answered. */
    take: (changed: ProjectDetails) => void mutate(changed, { revalidate: false }),
  };
}
