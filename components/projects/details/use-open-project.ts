"use client";

import { useCallback } from "react";
import { z } from "zod";
import { countOf } from "@/components/shared/count-of";
import { formatBytes } from "@/components/shared/format-bytes";
import { goBack, isOpenedHere, openedHere, useAddress } from "@/components/shared/list/use-address";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { useDetails } from "@/components/shared/use-json";
import { type ProjectSummary, projectDetailsSchema } from "@/lib/projects/schema";
import { sparse } from "../sparse-answers";

/** The project whose details are open, stored in the URL as `?project=<safe-name>`. With `&edit=1` they open for editing. */
export function useOpenProject(projects: readonly ProjectSummary[], linked: Linked<ProjectSummary> | null) {
  const { parameters, changeAddress } = useAddress();
  const { showBanner } = useBanner();

  const openProject = useCallback(
    ({ safeName }: Pick<ProjectSummary, "safeName">) => changeAddress({ project: safeName, edit: null }, "push", openedHere),
    [changeAddress],
  );
  const closeProject = useCallback(
    () => (isOpenedHere() ? goBack() : changeAddress({ project: null, edit: null }, "replace")),
    [changeAddress],
  );
  const reportMissing = useCallback(() => {
    showBanner({ tone: "error", message: "This project doesn't exist, or you can't open it.", timeout: NOTICE_MS });
    closeProject();
  }, [showBanner, closeProject]);

  const isEditing = parameters.has("edit");
  return { isEditing, opened: useLinkedProject(parameters.get("project"), projects, linked, reportMissing), openProject, closeProject };
}

const answerSchema = sparse(z.object({ project: projectDetailsSchema })).transform(({ project }) => project);

/** Loads the details of a project. @param onGone called when the project was deleted */
export function useProjectDetails(id: string, onGone: () => void) {
  return useDetails(`/api/project/details/${id}`, answerSchema, onGone);
}

export function filesOf({ fileCount, byteCount }: { fileCount: number; byteCount: number }): string {
  return `${countOf(fileCount, ["file", "files"])} (${formatBytes(byteCount)})`;
}
