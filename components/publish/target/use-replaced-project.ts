"use client";

import useSWR from "swr";
import { z } from "zod";
import { requestJson } from "@/components/shared/request-json";
import type { ReplacedProject } from "./upload-subject";

/** What a replacement needs of GET /api/project/details/{id}. */
const answerSchema = z.object({
  project: z.object({ _id: z.string(), name: z.string(), safeName: z.string(), description: z.string() }),
});

async function readProject(path: string): Promise<ReplacedProject> {
  return answerSchema.parse(await requestJson(path)).project;
}

/**
 * The project whose map is replaced, read once: an upload goes on with the project it began for.
 * @param id null when there is none
 */
export function useReplacedProject(id: string | null) {
  const path = id === null ? null : `/api/project/details/${encodeURIComponent(id)}`;
  const { data, error, isValidating, mutate } = useSWR<ReplacedProject, unknown>(path, readProject, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return { project: data ?? null, error: data ? null : error, isBusy: isValidating, retry: () => void mutate() };
}
