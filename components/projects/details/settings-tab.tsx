"use client";

import { useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import type { ProjectDetails } from "@/lib/projects/schema";
import { CloseButton, DetailsFailure, LoadingTab, type useProjectDetails } from "./details-parts";
import { EditProjectPanel } from "./edit-project-panel";

const MapSettingsPanel = lazyPart(
  () => import("../map-settings/map-settings-panel").then(({ MapSettingsPanel }) => MapSettingsPanel),
  LoadingTab,
);

interface SettingsTabProps {
  loaded: ReturnType<typeof useProjectDetails>;
  /** Shows the settings of a map of data in place of the form. */
  isMap: boolean;
  takesFocus: boolean;
  mapsOrigin: string;
  onSaving: (isSaving: boolean) => void;
  onSaved: (project: ProjectDetails) => void;
  onGone: () => void;
  onShow: (tab: "overview" | "settings" | "map") => void;
  onClose: () => void;
}

/** The form of a project, or the settings of its map of data. */
export function SettingsTab({ loaded, isMap, takesFocus, mapsOrigin, onSaved, onGone, onShow, ...props }: SettingsTabProps) {
  const { details, error, isLoading } = loaded;
  const [isReady, setReady] = useState(false);
  // Late details would change the form during input.
  if (!isReady && details && !isLoading) setReady(true);
  if (error) {
    return (
      <>
        <DialogBody>
          <DetailsFailure loaded={loaded} />
        </DialogBody>
        <DialogFooter>
          <CloseButton />
        </DialogFooter>
      </>
    );
  }
  if (!details || !isReady) return <LoadingTab />;
  if (isMap && details.isDataMap) {
    return <MapSettingsPanel project={details} mapsOrigin={mapsOrigin} onBack={() => onShow("settings")} {...props} />;
  }
  return (
    <EditProjectPanel
      project={details}
      takesFocus={takesFocus}
      onSaved={onSaved}
      onGone={onGone}
      onMapSettings={() => onShow("map")}
      onCancel={() => onShow("overview")}
      {...props}
    />
  );
}
