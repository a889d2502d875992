"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { isSignedOut, requestJson } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { type ImportSummary, importsAnswerSchema } from "@/lib/imports/progress/schema";
import { usePublishedIds } from "../tray/upload-list";
import { isRunning } from "./import-messages";

const PATH = "/api/project/imports";

/** Milliseconds. */
const RUNNING_POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;
const RETRY_MS = 2_000;

const noImports: readonly ImportSummary[] = [];

/** Polls running imports and the viewer's failed ones. */
export function useImports() {
  const { data = noImports, mutate } = useJson<readonly ImportSummary[]>(PATH, importsAnswerSchema, {
    refreshInterval: (latest) => (latest?.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS),
    shouldRetryOnError: (error) => !isSignedOut(error),
    errorRetryInterval: RETRY_MS,
    dedupingInterval: 500,
  });
  return {
    imports: data,
    reload: () => void mutate(),
    /** @throws RequestError */
    dismiss: async (ids: readonly string[]) => {
      await Promise.all(ids.map((id) => requestJson(`${PATH}/${id}`, { method: "DELETE" })));
      await mutate((shown = noImports) => shown.filter(({ _id }) => !ids.includes(_id)), { revalidate: false });
    },
  };
}

/** @param onChange called when imports or this tab's uploads change the list of projects */
export function useImportChanges(onChange: () => void): void {
  const { imports } = useImports();
  const published = usePublishedIds();
  const marks =
    imports === noImports ? null : imports.map(({ _id, viewable, status }) => `${_id} ${viewable} ${status}`).join() + published;
  const before = useRef(marks);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current !== null && before.current !== marks) notify();
    before.current = marks;
  }, [marks]);
}
