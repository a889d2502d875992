"use client";

import { useCallback, useMemo, useState } from "react";
import { CreationOptions } from "@/components/create-project/creation-options";
import { emptyDraft } from "@/components/create-project/project-draft";
import { FolderUpload } from "@/components/folder-upload/folder-upload";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { FailurePanel } from "@/components/shared/failure-panel";
import { loadErrorMessage } from "@/components/shared/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { ZipUpload } from "@/components/zip-upload/zip-upload";
import type { PublishedMap } from "@/lib/publish/target";
import { NameStep } from "./name-step";
import { useProjectDraft } from "./project-draft";
import type { UploadScreenProps, UploadSubject } from "./upload-subject";
import { useReplacedProject } from "./use-replaced-project";

/** Modes of the project screen that belong to creation (spec 001 §2). */
export type CreateMode = "create" | "options" | "upload" | "zip-upload";

interface CreateFlowProps {
  mode: CreateMode;
  /** Id of the project whose map is replaced; null when a project is created. */
  replacesId: string | null;
  onModeChange: (mode: CreateMode | "projects") => void;
  account: { id: string; email: string };
  mapsOrigin: string;
}

/** From a name to a map online, or from a project to another map of it. Name and description stay with the person from step to step. */
export function CreateFlow({ mode, replacesId, onModeChange, account, mapsOrigin }: CreateFlowProps) {
  const [draft, setDraft] = useProjectDraft();
  const { project, ...replaced } = useReplacedProject(replacesId);
  const [published, setPublished] = useState<MapProject[]>([]);
  const { openMap } = useMapSelection();
  const forgetDraft = useCallback(() => setDraft(emptyDraft), [setDraft]);
  const subject = useMemo<UploadSubject | null>(() => {
    if (replacesId !== null) return project && { kind: "replace", project };
    return draft && { kind: "new", draft };
  }, [replacesId, project, draft]);

  function viewMap(map: PublishedMap) {
    setPublished([{ ...map, createdAt: new Date().toISOString() }]);
    openMap(map);
  }

  function cancel() {
    forgetDraft();
    onModeChange("projects");
  }

  if (replaced.error) {
    const message = loadErrorMessage(replaced.error, "Failed to load project details");
    return (
      <FailurePanel
        error={replaced.error}
        message={message}
        retryLabel="Retry"
        isBusy={replaced.isBusy}
        onRetry={replaced.retry}
        isLine={false}
      />
    );
  }
  if (!subject || !draft) return <Skeleton className="h-80 max-w-2xl" />;
  const screen: UploadScreenProps = {
    subject,
    account,
    onDraftChange: setDraft,
    onDraftUsed: forgetDraft,
    onEditProject: () => onModeChange("create"),
    onBack: () => onModeChange("options"),
    onViewProjects: () => onModeChange("projects"),
    onViewMap: viewMap,
  };
  return (
    <>
      {mode === "create" ? (
        <NameStep draft={draft} onDraftChange={setDraft} onContinue={() => onModeChange("options")} onCancel={cancel} />
      ) : null}
      {mode === "options" ? (
        <CreationOptions
          subject={subject}
          onChoose={onModeChange}
          onBack={() => onModeChange(subject.kind === "new" ? "create" : "projects")}
        />
      ) : null}
      {mode === "upload" ? <FolderUpload {...screen} /> : null}
      {mode === "zip-upload" ? <ZipUpload {...screen} /> : null}
      <MapViewer projects={published} linked={null} mapsOrigin={mapsOrigin} />
    </>
  );
}
