"use client";

import { lazyPart } from "@/components/shared/lazy-part";
import { type Linked, useLinkedProject } from "@/components/shared/list/use-linked-project";
import { type MapProject, useMapSelection } from "./use-map-selection";

const MapDialog = lazyPart(() => import("./map-dialog").then(({ MapDialog }) => MapDialog));
const RefusedMap = lazyPart(() => import("./refused-map").then(({ RefusedMap }) => RefusedMap));

interface MapViewerProps {
  projects: readonly MapProject[];
  linked: Linked<MapProject> | null;
  mapsOrigin: string;
  /** For admins: offers to change who may open the map. */
  managesAccess?: boolean;
}

/** Shows the map that the URL names. It stays open when it leaves the list. The frame itself checks whether the map still exists. */
export function MapViewer({ projects, linked, mapsOrigin, managesAccess = false }: MapViewerProps) {
  const { safeName, isFullScreen, goFullScreen, closeMap } = useMapSelection();
  const project = useLinkedProject(safeName, projects, linked);
  if (project) {
    return (
      <MapDialog
        project={project}
        mapsOrigin={mapsOrigin}
        managesAccess={managesAccess}
        isFullScreen={isFullScreen}
        onFullScreen={goFullScreen}
        onClose={closeMap}
      />
    );
  }
  const isRefused = safeName !== null && linked?.safeName === safeName;
  return isRefused ? <RefusedMap key={safeName} safeName={safeName} onClose={closeMap} /> : null;
}
