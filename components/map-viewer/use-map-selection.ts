"use client";

import { useCallback } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { useAddress } from "@/components/shared/list/use-address";
import { NOTICE_MS } from "@/components/shared/notice-times";
import type { ProjectSummary } from "@/lib/projects/schema";

/** Marks history entries that opening a map made, so that closing it can go back. */
const openedHere = { seaVisionMapOpened: true } as const;

const isOpenedHere = () => Boolean((window.history.state as Record<string, unknown> | null)?.["seaVisionMapOpened"]);

/** Going back is asynchronous. A second step would leave the list. */
let isGoingBack = false;

function goBack(): void {
  if (isGoingBack) return;
  isGoingBack = true;
  window.addEventListener("popstate", () => (isGoingBack = false), { once: true });
  window.history.back();
}

export type MapProject = Pick<ProjectSummary, "_id" | "name" | "safeName" | "viewMap" | "allowsLocation" | "createdAt">;

/** The open map, stored in the URL as `?map=<safe-name>`, with `&view=full` for the full-screen view. */
export function useMapSelection() {
  const { parameters, changeAddress } = useAddress();
  const { showBanner } = useBanner();

  const openMap = useCallback(
    (project: Pick<MapProject, "name" | "safeName" | "viewMap">) => {
      if (!project.viewMap) {
        showBanner({ tone: "error", message: `No map URL available for ${project.name}`, timeout: NOTICE_MS });
      } else if (new URLSearchParams(window.location.search).get("map") !== project.safeName) {
        changeAddress({ map: project.safeName, view: null }, "push", openedHere);
      }
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
