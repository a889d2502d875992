"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { NOTICE_MS } from "@/components/shared/notice-times";
import { MapDialog } from "./map-dialog";
import { type MapProject, useMapSelection } from "./use-map-selection";

/** The project named in the URL. Null when the user has no such project. */
export interface LinkedMap {
  safeName: string;
  project: MapProject | null;
}

interface MapViewerProps {
  projects: readonly MapProject[];
  linked: LinkedMap | null;
  mapsOrigin: string;
}

export function MapViewer({ projects, linked, mapsOrigin }: MapViewerProps) {
  const { safeName, isFullScreen, goFullScreen, closeMap } = useMapSelection();
  const project = useShownProject(safeName, projects, linked);
  useUnlistedMap(safeName, project, linked, closeMap);
  if (!project) return null;
  return <MapDialog project={project} mapsOrigin={mapsOrigin} isFullScreen={isFullScreen} onFullScreen={goFullScreen} onClose={closeMap} />;
}

/** An open map stays open when it leaves the list. The frame itself checks whether the map still exists. */
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

/** Requests a map that the list doesn't contain, and reports a missing one. */
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
