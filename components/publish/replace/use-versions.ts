"use client";

import { useState } from "react";
import useSWR from "swr";
import { z } from "zod";
import { serverMessage } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner-provider";
import { requestJson, sendJson } from "@/components/shared/request-json";
import { type ProjectVersion, projectVersionSchema } from "@/lib/projects/versions/schema";

const answerSchema = z.object({ message: z.string().optional(), versions: z.array(projectVersionSchema) });

async function readVersions(path: string): Promise<ProjectVersion[]> {
  return answerSchema.parse(await requestJson(path)).versions;
}

export function useVersions(projectId: string, onChange: () => void) {
  const path = `/api/project/versions/${encodeURIComponent(projectId)}`;
  const { showBanner } = useBanner();
  const [isBusy, setBusy] = useState(false);
  const { data, error, isValidating, mutate } = useSWR<ProjectVersion[], unknown>(path, readVersions, { shouldRetryOnError: false });

  async function send(method: "POST" | "PATCH", body: object, failed: string): Promise<void> {
    setBusy(true);
    try {
      const { message = "The map was changed.", versions } = answerSchema.parse(await sendJson(method, path, body));
      await mutate(versions, { revalidate: false });
      showBanner({ tone: "success", message });
      onChange();
    } catch (failure) {
      showBanner({ tone: "error", message: serverMessage(failure, failed) });
      await mutate();
    } finally {
      setBusy(false);
    }
  }

  const makeCurrent = (versionId: string) => send("POST", { versionId }, "The version could not be made current.");
  const editNote = (versionId: string, note: string) => send("PATCH", { versionId, note }, "The note could not be saved.");
  const list = { versions: data ?? null, error: data ? null : error, isLoading: isValidating, reload: () => void mutate() };
  return { ...list, isBusy, makeCurrent, editNote };
}
