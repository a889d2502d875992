"use client";

import { useCallback } from "react";
import { goBack, isOpenedHere, openedHere, useAddress } from "@/components/shared/list/use-address";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import type { ProjectSummary } from "@/lib/projects/schema";

/**
 * The project whose details are open, stored in the URL as `?project=<safe-name>`. `&edit=1` opens them for editing, and
 * `&access=1` shows who may open the map.
 */
export function useOpenProject(projects: readonly ProjectSummary[], linked: Linked<ProjectSummary> | null) {
  const { parameters, changeAddress } = useAddress();
  const { showBanner } = useBanner();

  const openProject = useCallback(
    ({ safeName }: Pick<ProjectSummary, "safeName">) => changeAddress({ project: safeName, edit: null, access: null }, "push", openedHere),
    [changeAddress],
  );
  const openAccess = useCallback(
    ({ safeName }: Pick<ProjectSummary, "safeName">) => changeAddress({ project: safeName, edit: null, access: "1" }, "push", openedHere),
    [changeAddress],
  );
  const closeProject = useCallback(
    () => (isOpenedHere() ? goBack() : changeAddress({ project: null, edit: null, access: null }, "replace")),
    [changeAddress],
  );
  const reportMissing = useCallback(() => {
    showBanner({ tone: "error", message: "This project doesn't exist, or you can't open it.", timeout: NOTICE_MS });
    closeProject();
  }, [showBanner, closeProject]);

  const opened = useLinkedProject(parameters.get("project"), projects, linked, reportMissing);
  const edits = parameters.has("edit") ? "edit" : "view";
  const opensWith: "view" | "edit" | "access" = parameters.has("access") ? "access" : edits;
  return { opensWith, opened, openProject, openAccess, closeProject };
}
