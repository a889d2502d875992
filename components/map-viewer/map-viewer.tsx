"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { NOTICE_MS } from "@/components/shared/notice-times";
import { MapDialog } from "./map-dialog";
import { type MapProject, useMapSelection } from "./use-map-selection";

/** The project that the page's address named when the server last made it; null when there is no such project for this person. */
export interface LinkedMap {
  safeName: string;
  project: MapProject | null;
}

interface MapViewerProps {
  /** Projects that the screen lists. */
  projects: readonly MapProject[];
  linked: LinkedMap | null;
  mapsOrigin: string;
}

/** Shows the map that the address names. One for every screen that lists projects. */
export function MapViewer({ projects, linked, mapsOrigin }: MapViewerProps) {
  const { safeName, isFullScreen, goFullScreen, closeMap } = useMapSelection();
  const project = useShownProject(safeName, projects, linked);
  useUnlistedMap(safeName, project, linked, closeMap);
  if (!project) return null;
  return <MapDialog project={project} mapsOrigin={mapsOrigin} isFullScreen={isFullScreen} onFullScreen={goFullScreen} onClose={closeMap} />;
}

/** A map that is open stays so when a list that is loaded anew, or searched, no longer holds it: the frame asks by itself whether it is gone. */
function useShownProject(safeName: string | null, projects: readonly MapProject[], linked: LinkedMap | null): MapProject | null {
  const shown = useRef<MapProject>(null);
  const listed = projects.find((project) => project.safeName === safeName);
  const asked = linked?.safeName === safeName ? linked.project : null;
  const kept = shown.current?.safeName === safeName ? shown.current : null;
  const project = safeName === null ? null : (listed ?? asked ?? kept);
  useEffect(() => {
    shown.current = project;
  }, [project]);
  return project;
}

/** A map that the list does not hold (it stands on a later page, or a search hides it) is asked of the server; one that is not there is told of. */
function useUnlistedMap(safeName: string | null, project: MapProject | null, linked: LinkedMap | null, closeMap: () => void) {
  const router = useRouter();
  const { showBanner } = useBanner();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!safeName || project) return;
    if (linked?.safeName === safeName) {
      showBanner({ tone: "error", message: "Failed to load project map", timeout: NOTICE_MS });
      closeMap();
    } else if (asked.current !== safeName) {
      asked.current = safeName;
      router.refresh();
    }
  }, [safeName, project, linked, closeMap, showBanner, router]);
}
