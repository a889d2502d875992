"use client";

import { useCallback, useMemo, useState } from "react";
import { MapViewer } from "@/components/map-viewer/map-viewer";
import { type MapProject, useMapSelection } from "@/components/map-viewer/use-map-selection";
import { FailurePanel } from "@/components/shared/failure-panel";
import { loadErrorMessage } from "@/components/shared/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { sharedOriginOf } from "@/lib/maps/origins/schema";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import { FolderScreen } from "../screen/folder-screen";
import { ZipScreen } from "../screen/zip-screen";
import type { ChosenUploads } from "../tray/chosen-upload";
import { CreationOptions } from "./creation-options";
import { NameStep } from "./name-step";
import { emptyDraft, useProjectDraft } from "./project-draft";
import { type UploadScreenProps, type UploadSubject, useReplacedProject } from "./upload-subject";

type CreateMode = "create" | "options" | "upload" | "zip-upload";

interface CreateFlowProps {
  mode: CreateMode;
  replacesId: string | null;
  onModeChange: (mode: CreateMode | "projects") => void;
  uploads: ChosenUploads;
  onChosen: (mode: "upload" | "zip-upload", uploadId: string) => void;
  onPublished: UploadScreenProps["onPublished"];
  PublishedPanel: UploadScreenProps["PublishedPanel"];
  account: { id: string; email: string };
  mapsOrigin: string;
}

export function CreateFlow({
  mode,
  replacesId,
  uploads,
  onModeChange,
  onChosen,
  onPublished,
  PublishedPanel,
  account,
  mapsOrigin,
}: CreateFlowProps) {
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
    // The map of a new project may not use the location yet.
    const isReplaced = project?.safeName === map.safeName;
    const allowsLocation = isReplaced && project.allowsLocation;
    const allowsCamera = isReplaced && project.allowsCamera;
    setPublished([{ ...map, _id: map.projectId, allowsLocation, allowsCamera, createdAt: new Date().toISOString() }]);
    openMap(map);
  }

  function cancel() {
    if (replacesId === null) forgetDraft();
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
    sharesOrigin: sharedOriginOf(mapsOrigin) === mapsOrigin,
    onDraftChange: setDraft,
    onDraftUsed: forgetDraft,
    onEditProject: () => onModeChange("create"),
    onBack: () => onModeChange("options"),
    onDropCancelled: cancel,
    onViewProjects: () => onModeChange("projects"),
    onPublished,
    PublishedPanel,
    onAnother: () => onModeChange("create"),
    onViewMap: viewMap,
  };
  return (
    <>
      {mode === "create" ? (
        <NameStep
          accountId={account.id}
          uploads={uploads}
          draft={draft}
          onDraftChange={setDraft}
          onContinue={() => onModeChange("options")}
          onChosen={onChosen}
          onCancel={cancel}
        />
      ) : null}
      {mode === "options" ? (
        <CreationOptions
          subject={subject}
          onChoose={onModeChange}
          onBack={() => onModeChange(subject.kind === "new" ? "create" : "projects")}
        />
      ) : null}
      {mode === "upload" ? <FolderScreen {...screen} /> : null}
      {mode === "zip-upload" ? <ZipScreen {...screen} /> : null}
      <MapViewer managesAccess projects={published} linked={null} mapsOrigin={mapsOrigin} />
    </>
  );
}
