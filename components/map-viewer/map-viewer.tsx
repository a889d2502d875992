"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { MapDialog } from "./map-dialog";
import { RefusedMap } from "./refused-map";
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
  const isRefused = safeName !== null && !project && linked?.safeName === safeName;
  useUnlistedMap(project || isRefused ? null : safeName);
  if (isRefused) return <RefusedMap key={safeName} safeName={safeName} onClose={closeMap} />;
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

/** Requests a map that the list doesn't contain. */
function useUnlistedMap(safeName: string | null) {
  const router = useRouter();
  useEffect(() => {
    if (safeName) router.refresh();
  }, [safeName, router]);
}
