"use client";

import { useCallback } from "react";
import { goBack, isOpenedHere, openedHere, useAddress } from "@/components/shared/list/use-address";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import type { ProjectSummary } from "@/lib/projects/schema";

export type MapProject = Pick<ProjectSummary, "_id" | "name" | "safeName" | "viewMap" | "allowsLocation" | "allowsCamera" | "createdAt">;

/** The open map, stored in the URL as `?map=<safe-name>`, with `&view=full` for the full-screen view. */
export function useMapSelection() {
  const { parameters, changeAddress } = useAddress();
  const { showBanner } = useBanner();

  const openMap = useCallback(
    (project: Pick<MapProject, "name" | "safeName" | "viewMap">) => {
      if (!project.viewMap) {
        showBanner({ tone: "error", message: `No map URL available for ${project.name}`, timeout: NOTICE_MS });
        return;
      }
      // The map takes the place of the details that it was opened from.
      const isInDetails = new URLSearchParams(window.location.search).has("project");
      const state = isInDetails && !isOpenedHere() ? {} : openedHere;
      changeAddress({ map: project.safeName, view: null, project: null, tab: null }, isInDetails ? "replace" : "push", state);
    },
    [changeAddress, showBanner],
  );

  const goFullScreen = useCallback(() => changeAddress({ view: "full" }, "replace", isOpenedHere() ? openedHere : {}), [changeAddress]);

  const closeMap = useCallback(() => {
    if (isOpenedHere()) goBack();
    else changeAddress({ map: null, view: null }, "replace");
  }, [changeAddress]);

  return { safeName: parameters.get("map"), isFullScreen: parameters.get("view") === "full", openMap, goFullScreen, closeMap };
}
