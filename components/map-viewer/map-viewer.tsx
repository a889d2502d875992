"use client";

import { useCallback } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { NOTICE_MS } from "@/components/shared/notice-times";
import { MapDialog } from "./map-dialog";
import { type MapProject, useMapSelection } from "./use-map-selection";

interface MapViewerProps {
  projects: readonly MapProject[];
  linked: Linked<MapProject> | null;
  mapsOrigin: string;
}

/** Shows the map that the URL names. It stays open when it leaves the list. The frame itself checks whether the map still exists. */
export function MapViewer({ projects, linked, mapsOrigin }: MapViewerProps) {
  const { safeName, isFullScreen, goFullScreen, closeMap } = useMapSelection();
  const { showBanner } = useBanner();
  const reportMissing = useCallback(() => {
    showBanner({ tone: "error", message: "Failed to load project map", timeout: NOTICE_MS });
    closeMap();
  }, [showBanner, closeMap]);
  const project = useLinkedProject(safeName, projects, linked, reportMissing);
  if (!project) return null;
  return <MapDialog project={project} mapsOrigin={mapsOrigin} isFullScreen={isFullScreen} onFullScreen={goFullScreen} onClose={closeMap} />;
}
