"use client";

import { useCallback } from "react";
import { goBack, isOpenedHere, openedHere, useAddress } from "@/components/shared/list/use-address";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import type { ProjectSummary } from "@/lib/projects/schema";

/** What the details of a project show, in the order of their tabs. `links` is a part of Access, and `map` of Settings. */
const tabs = ["overview", "access", "links", "views", "versions", "files", "settings", "map"] as const;
export type ProjectTab = (typeof tabs)[number];

const parameterOf = (tab: ProjectTab) => (tab === "overview" ? null : tab);

/** The tab of the open details, stored in the URL as `&tab=`. Changing it makes no history entry, so that Back closes the details. */
export function useProjectTab() {
  const { parameters, changeAddress } = useAddress();
  const value = parameters.get("tab");
  const showTab = (tab: ProjectTab) => changeAddress({ tab: parameterOf(tab) }, "replace", isOpenedHere() ? openedHere : {});
  return { tab: tabs.find((tab) => tab === value) ?? "overview", showTab };
}

/** The project whose details are open, stored in the URL as `?project=<safe-name>`. */
export function useOpenProject(projects: readonly ProjectSummary[], linked: Linked<ProjectSummary> | null) {
  const { parameters, changeAddress } = useAddress();
  const { showBanner } = useBanner();

  const openProject = useCallback(
    ({ safeName }: Pick<ProjectSummary, "safeName">, tab: ProjectTab = "overview") =>
      changeAddress({ project: safeName, tab: parameterOf(tab) }, "push", openedHere),
    [changeAddress],
  );
  const closeProject = useCallback(
    () => (isOpenedHere() ? goBack() : changeAddress({ project: null, tab: null }, "replace")),
    [changeAddress],
  );
  const reportMissing = useCallback(() => {
    showBanner({ tone: "error", message: "This project doesn't exist, or you can't open it.", timeout: NOTICE_MS });
    closeProject();
  }, [showBanner, closeProject]);

  const opened = useLinkedProject(parameters.get("project"), projects, linked, reportMissing);
  return { opened, openProject, closeProject };
}
