"use client";

import useSWR from "swr";
import { requestJson } from "@/components/shared/request-json";
import type { ProjectName } from "@/lib/projects/schema";

/** Every project that can be assigned, by name. */
export function useProjectNames() {
  const { data, error, isValidating, mutate } = useSWR<{ projects: ProjectName[] }, unknown>(
    "/api/project/names",
    // The answer of our own API; its type is the one that the route is written with.
    async (path: string) => (await requestJson(path)) as { projects: ProjectName[] },
    { shouldRetryOnError: false },
  );
  return {
    /** Undefined until they are here, or when they did not come. */
    projects: data?.projects,
    error: isValidating ? undefined : error,
    /** Asks anew. @returns the projects; undefined when they did not come */
    reload: () =>
      mutate().then(
        (answer) => answer?.projects,
        () => undefined,
      ),
  };
}
