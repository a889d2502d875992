"use client";

import { useCallback, useState } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { Skeleton } from "@/components/ui/skeleton";
import type { PublishedMap } from "@/components/zip-upload/upload-state";
import { ZipUpload } from "@/components/zip-upload/zip-upload";
import { CreationOptions } from "./creation-options";
import { NameStep } from "./name-step";
import { emptyDraft } from "./project-draft";
import { useProjectDraft } from "./use-project-draft";

/** Modes of the project screen that belong to creation (spec 001 §2). */
export type CreateMode = "create" | "options" | "zip-upload";

interface CreateFlowProps {
  mode: CreateMode;
  onModeChange: (mode: CreateMode | "projects") => void;
  account: { id: string; email: string };
  mapsOrigin: string;
}

/** From a name to a map online. Name and description stay with the person from step to step. */
export function CreateFlow({ mode, onModeChange, account, mapsOrigin }: CreateFlowProps) {
  const [draft, setDraft] = useProjectDraft();
  const [published, setPublished] = useState<MapProject[]>([]);
  const { openMap } = useMapSelection();
  const forgetDraft = useCallback(() => setDraft(emptyDraft), [setDraft]);

  function viewMap(map: PublishedMap) {
    setPublished([{ ...map, createdAt: new Date().toISOString() }]);
    openMap(map);
  }

  function cancel() {
    forgetDraft();
    onModeChange("projects");
  }

  if (!draft) return <Skeleton className="h-80 max-w-2xl" />;
  return (
    <>
      {mode === "create" ? (
        <NameStep draft={draft} onDraftChange={setDraft} onContinue={() => onModeChange("options")} onCancel={cancel} />
      ) : null}
      {mode === "options" ? (
        <CreationOptions projectName={draft.name} onChoose={onModeChange} onBack={() => onModeChange("create")} />
      ) : null}
      {mode === "zip-upload" ? (
        <ZipUpload
          draft={draft}
          account={account}
          onDraftUsed={forgetDraft}
          onEditProject={() => onModeChange("create")}
          onBack={() => onModeChange("options")}
          onViewProjects={() => onModeChange("projects")}
          onViewMap={viewMap}
        />
      ) : null}
      <MapViewer projects={published} linked={null} mapsOrigin={mapsOrigin} />
    </>
  );
}
