"use client";

import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { onDemand } from "@/components/shared/on-demand";
import { type MapProject, useMapSelection } from "./use-map-selection";

const MapDialog = onDemand(() => import("./map-dialog").then((dialog) => dialog.MapDialog));
const RefusedMap = onDemand(() => import("./refused-map").then((dialog) => dialog.RefusedMap));

interface MapViewerProps {
  projects: readonly MapProject[];
  linked: Linked<MapProject> | null;
  mapsOrigin: string;
}

/** Shows the map that the URL names. It stays open when it leaves the list. The frame itself checks whether the map still exists. */
export function MapViewer({ projects, linked, mapsOrigin }: MapViewerProps) {
  const { safeName, isFullScreen, goFullScreen, closeMap } = useMapSelection();
  const project = useLinkedProject(safeName, projects, linked);
  if (project) {
    return (
      <MapDialog project={project} mapsOrigin={mapsOrigin} isFullScreen={isFullScreen} onFullScreen={goFullScreen} onClose={closeMap} />
    );
  }
  const isRefused = safeName !== null && linked?.safeName === safeName;
  return isRefused ? <RefusedMap key={safeName} safeName={safeName} onClose={closeMap} /> : null;
}
