"use client";

import { z } from "zod";
import { useJson } from "@/components/shared/use-json";
import { referenceSchema } from "@/lib/http/paging/schema";

const projectsSchema = z.object({ projects: z.array(referenceSchema) }).transform(({ projects }) => projects);

/** Loads the names of all projects, for admins. */
export function useProjectNames() {
  const { data, error, isValidating, mutate } = useJson("/api/project/names", projectsSchema);
  return { projects: data, error: isValidating ? undefined : error, reload: () => mutate().catch(() => undefined) };
}
