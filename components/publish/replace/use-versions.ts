"use client";

import { useState } from "react";
import useSWR from "swr";
import { z } from "zod";
import { useBanner } from "@/components/shared/banner-provider";
import { serverMessage } from "@/components/shared/load-error";
import { SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { requestJson, sendJson } from "@/components/shared/request-json";
import type { ProjectVersion } from "@/lib/projects/versions/schema";

const personSchema = z.object({ _id: z.string(), name: z.string() });
const changesSchema = z.object({ added: z.number(), changed: z.number(), removed: z.number() });

/** As GET and POST /api/project/versions/{id} answer them. */
const answerSchema = z.object({
  message: z.string().optional(),
  versions: z.array(
    z.object({
      _id: z.string(),
      isCurrent: z.boolean(),
      source: z.enum(["zip", "folder"]).nullable(),
      sourceName: z.string().nullable(),
      createdBy: personSchema.nullable(),
      createdAt: z.string(),
      retiredAt: z.string().nullable(),
      fileCount: z.number(),
      byteCount: z.number(),
      changes: changesSchema.nullable(),
    }) satisfies z.ZodType<ProjectVersion>,
  ),
});

async function readVersions(path: string): Promise<ProjectVersion[]> {
  return answerSchema.parse(await requestJson(path)).versions;
}

/**
 * The maps that a project shows and has shown, and the way back to one of them.
 * @param onChange called when another one has become current
 */
export function useVersions(projectId: string, onChange: () => void) {
  const path = `/api/project/versions/${encodeURIComponent(projectId)}`;
  const { showBanner } = useBanner();
  const [isBusy, setBusy] = useState(false);
  const { data, error, isValidating, mutate } = useSWR<ProjectVersion[], unknown>(path, readVersions, { shouldRetryOnError: false });

  /** @returns once it is done or a banner has said why not */
  async function makeCurrent(versionId: string): Promise<void> {
    setBusy(true);
    try {
      const { message = "The map was changed.", versions } = answerSchema.parse(await sendJson("POST", path, { versionId }));
      await mutate(versions, { revalidate: false });
      showBanner({ tone: "success", message, timeout: SUCCESS_NOTICE_MS });
      onChange();
    } catch (failure) {
      showBanner({ tone: "error", message: serverMessage(failure, "The version could not be made current.") });
      await mutate();
    } finally {
      setBusy(false);
    }
  }

  return { versions: data ?? null, error: data ? null : error, isLoading: isValidating, reload: () => void mutate(), isBusy, makeCurrent };
}
