"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import useSWR from "swr";
import { z } from "zod";
import { requestJson } from "@/components/shared/request-json";
import { extractionProgressSchema, type ImportSummary } from "@/lib/imports/schema";
import { isRunning } from "./imports/import-words";

const PATH = "/api/project/imports";

/** Milliseconds: while something runs, and otherwise (spec 001 §9 for the first and the last). */
const RUNNING_POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;
const RETRY_MS = 2_000;

const importsSchema = z.object({
  imports: z.array(
    extractionProgressSchema.extend({
      _id: z.string(),
      projectName: z.string(),
      sourceName: z.string().nullable(),
      createdBy: z.object({ _id: z.string(), name: z.string() }).nullable(),
      createdAt: z.string(),
    }) satisfies z.ZodType<ImportSummary>,
  ),
});

async function fetchImports(path: string): Promise<ImportSummary[]> {
  return importsSchema.parse(await requestJson(path)).imports;
}

/** What of the imports the list of projects depends on. */
function marksOf(imports: readonly ImportSummary[]): string {
  return imports.map(({ _id, viewable, status }) => `${_id} ${viewable} ${status}`).join();
}

/**
 * The imports that are under way, and one's own that have failed, kept fresh while the page is looked at.
 * @param initial as the server found them when it made the page, so that nothing moves when they are asked for again
 * @param onChange one has begun or ended, or its map has come online: the list of projects is another
 */
export function useImports(initial: ImportSummary[], onChange: () => void) {
  const { data, mutate } = useSWR<ImportSummary[], unknown>(PATH, fetchImports, {
    fallbackData: initial,
    refreshInterval: (latest) => (latest?.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS),
    errorRetryInterval: RETRY_MS,
    dedupingInterval: 500,
  });
  const imports = data ?? initial;
  const marks = marksOf(imports);
  const before = useRef(marks);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current !== marks) tell();
    before.current = marks;
  }, [marks]);
  return {
    /** When they cannot be asked for, as they were. */
    imports,
    /** Takes one that has failed off the list. @throws RequestError */
    dismiss: async (id: string) => {
      await requestJson(`${PATH}/${id}`, { method: "DELETE" });
      await mutate((shown = initial) => shown.filter(({ _id }) => _id !== id), { revalidate: false });
    },
  };
}
