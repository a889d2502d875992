"use client";

import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import type { PublishedMap } from "@/lib/upload-client/published-map";
import type { UploadTarget } from "@/lib/upload-client/target";
import { type Phase, publishedIn } from "../controller/upload-state";
import { Panel } from "../progress/panel";
import type { Choice } from "../source/folder/reading";
import { folderRules, useUploadActions } from "../target/settle-target";
import type { UploadScreenProps } from "../target/upload-subject";
import { isFolderUpload, isUploadTo, labelOf, newFolderUpload } from "../tray/upload-kinds";
import { beginUpload } from "../tray/upload-list";
import { FolderDropArea } from "./drop-areas";
import { FolderSelectionPanel } from "./selection-panels";
import { UploadScreen } from "./upload-screen";
import { useShownUpload } from "./use-shown-upload";

const steps = ["Select", "Upload", "Publish"] as const;
const replacingSteps = ["Select", "Compare", "Upload", "Publish"] as const;

const RETURN_MS = 2_000;

export function FolderScreen(props: UploadScreenProps) {
  const { subject, account } = props;
  const create = useCallback(() => newFolderUpload(account.id), [account.id]);
  const { state, controller } = useShownUpload({
    create,
    isOfScreen: isFolderUpload,
    isWanted: (upload) => isUploadTo(subject, upload),
    resetsComplete: false,
  });
  const { phase } = state;
  const { status } = phase;
  const { isStarting, start } = useUploadActions(subject, folderRules, (reason) => controller.warn(reason));
  const stay = useReturnToList(status, () => {
    const published = publishedIn(state.notice);
    if (published) props.onPublished(published);
    props.onViewProjects();
  });
  const target = "target" in phase ? phase.target : null;
  const isReplacing = target ? target.replacesId !== null : subject.kind === "replace";

  const choose = (choice: Choice) => void controller.run((folder, job) => folder.choose(choice, job));
  const compare = (to: UploadTarget) => void controller.run((folder, job) => folder.compare(to, job));
  const upload = (to: UploadTarget) => beginUpload(controller, labelOf(controller, to), (folder, job) => folder.upload(to, job));

  // A replacement that was chosen in the project list is compared once without another click, unless there is a question first.
  const { selection } = state;
  const isClear = isReplacing && controller.isDropped && selection?.source === "folder" && selection.hasIndexHtml;
  const compared = useRef<object>(null);
  const compareNow = useEffectEvent(() => void start(compare));
  useEffect(() => {
    if (status !== "selected" || !isClear || compared.current === controller) return;
    compared.current = controller;
    compareNow();
  }, [status, isClear, controller]);

  const resume = (work: Parameters<typeof controller.run>[0]) => controller.label && beginUpload(controller, controller.label, work);

  function viewMap(published: PublishedMap) {
    stay();
    props.onViewMap(published);
  }

  return (
    <>
      <UploadScreen
        {...props}
        source="folder"
        state={state}
        controller={controller}
        title="Upload Folder"
        description="The folder of the map site as it is: index.html, tiles and data."
        steps={isReplacing ? replacingSteps : steps}
        step={stepOf(status, isReplacing)}
        isStarting={isStarting}
        onUpload={() => void start(upload)}
        onViewMap={viewMap}
        idle={<FolderDropArea onChoose={choose} />}
        interrupted={
          phase.status === "interrupted" ? (
            <UnreadableFilesPanel
              files={phase.unreadable ?? []}
              onRetry={() => resume((folder, job) => folder.retry(job))}
              onLeaveOut={(files) => resume((folder, job) => folder.leaveOut(files, job))}
            />
          ) : null
        }
        selected={(selection) =>
          selection.source === "folder" ? (
            <FolderSelectionPanel
              selection={selection}
              isReplacing={isReplacing}
              isDropped={controller.isDropped && !isReplacing}
              isBusy={isStarting}
              sharesOrigin={props.sharesOrigin}
              onChoose={choose}
              onProceed={(startPage) => void start((to) => (isReplacing ? compare : upload)({ ...to, startPage }))}
              onAnswer={(files, answer) => controller.run((folder, job) => folder.data.answer(files, answer, job))}
              onCancel={() => (controller.isDropped ? props.onDropCancelled() : controller.cancel())}
            />
          ) : null
        }
      />
      <ConfirmDialog
        isOpen={status === "unconfirmed"}
        title="Large folder"
        confirmLabel="Continue"
        isDangerous={false}
        onConfirm={() => controller.dispatch({ type: "confirmed" })}
        onCancel={() => controller.cancel()}
      >
        This folder is {status === "unconfirmed" ? formatBytes(phase.selection.byteCount) : null}. Large uploads may take significant time.
        Continue?
      </ConfirmDialog>
    </>
  );
}

const stepIndex: Readonly<Partial<Record<Phase["status"], number>>> = {
  preparing: 1,
  uploading: 1,
  cancelled: 1,
  finalizing: 2,
  extracting: 2,
  complete: steps.length,
};

function stepOf(status: Phase["status"], isReplacing: boolean): number {
  const step = stepIndex[status] ?? 0;
  if (!isReplacing) return step;
  return status === "comparing" || status === "compared" || step > 0 ? step + 1 : 0;
}

/** Returns to the project list shortly after the map is online. @returns a function that cancels the return */
function useReturnToList(status: Phase["status"], onViewProjects: () => void): () => void {
  const [isStaying, setIsStaying] = useState(false);
  if (isStaying && status !== "complete") setIsStaying(false);
  const leave = useEffectEvent(onViewProjects);
  const isDue = status === "complete" && !isStaying;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => leave(), RETURN_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return () => setIsStaying(true);
}

const NAMED = 10;

interface UnreadableFilesPanelProps {
  files: readonly string[];
  onRetry: () => void;
  onLeaveOut: (files: readonly string[]) => void;
}

/** Names the files that could not be sent, after all others were. */
export function UnreadableFilesPanel({ files, onRetry, onLeaveOut }: UnreadableFilesPanelProps) {
  const more = files.length - NAMED;
  return (
    <Panel
      title={files.length === 1 ? "A file can't be read" : `${files.length.toLocaleString("en-US")} files can't be read`}
      detail={`${files.length === 1 ? "It was changed, moved or deleted after it was" : "They were changed, moved or deleted after they were"} chosen. The other files are kept.`}
      actions={
        <>
          <Button variant="secondary" onClick={() => onLeaveOut(files)}>
            Leave Out
          </Button>
          <Button onClick={onRetry}>Retry</Button>
        </>
      }
    >
      <ul className="grid gap-1">
        {files.slice(0, NAMED).map((file) => (
          <li key={file} className="wrap-anywhere">
            {file}
          </li>
        ))}
        {more > 0 ? <li className="text-ink-muted">and {more.toLocaleString("en-US")} more</li> : null}
      </ul>
    </Panel>
  );
}
