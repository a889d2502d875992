"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { formatBytes } from "@/components/shared/format-bytes";
import type { PublishedMap, UploadTarget } from "@/lib/publish/target";
import { FolderSource } from "../controller/folder-source";
import type { MapUpload, Phase } from "../controller/upload-state";
import { type Choice, choiceOfHandle } from "../source/folder/choose";
import { FilesPicker, FolderPicker } from "../source/folder/folder-pickers";
import type { UploadScreenProps } from "../target/upload-subject";
import type { UnfinishedFolder } from "../unfinished/database";
import { UnfinishedList } from "../unfinished/unfinished-list";
import { FolderDropArea } from "./drop-areas";
import { FolderSelectionPanel } from "./folder-selection-panel";
import { UploadScreen } from "./upload-screen";
import { useUpload } from "./use-upload";
import { folderRules, useUploadActions } from "./use-upload-actions";

const steps = ["Select", "Upload", "Publish"] as const;
const replacingSteps = ["Select", "Compare", "Upload", "Publish"] as const;

const RETURN_MS = 2_000;

export function FolderScreen(props: UploadScreenProps) {
  const { subject, account } = props;
  const createSource = useCallback(() => new FolderSource(account.id), [account.id]);
  const { state, controller, dispatch } = useUpload<FolderSource, MapUpload>({ createSource, resetsComplete: false });
  const { phase } = state;
  const { status } = phase;
  const { isStarting, start, startStored } = useUploadActions(subject, folderRules, (reason) => controller.warn(reason));
  const stay = useReturnToList(status, props.onViewProjects);
  const target = "target" in phase ? phase.target : null;
  const isReplacing = target ? target.replacesId !== null : subject.kind === "replace";

  const choose = (choice: Choice) => void controller.run((folder, job) => folder.choose(choice, job));
  const compare = (to: UploadTarget) => void controller.run((folder, job) => folder.compare(to, job));
  const upload = (to: UploadTarget) => void controller.run((folder, job) => folder.upload(to, job));

  const continueUpload = (stored: UnfinishedFolder, choice: Choice) =>
    startStored(stored.target, (to) => void controller.run((folder, job) => folder.continueUpload(stored, to, choice, job)));

  /** @returns false when the folder has to be chosen again */
  async function reopen(stored: UnfinishedFolder): Promise<boolean> {
    const { handle } = stored;
    if (!handle) return false;
    const isGranted = await handle.requestPermission({ mode: "read" }).then(
      (permission) => permission === "granted",
      () => false,
    );
    if (isGranted) await continueUpload(stored, choiceOfHandle(handle));
    else controller.warn(`${handle.name} could not be opened. Please choose it again.`);
    return isGranted;
  }

  const publish = (stored: UnfinishedFolder) =>
    startStored(stored.target, (to) => void controller.run((folder, job) => folder.publishStored(stored, to, job)));

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
        isResumable
        isStarting={isStarting}
        onUpload={() => void start(upload)}
        onViewMap={viewMap}
        idle={<FolderDropArea onChoose={choose} />}
        selected={(selection) =>
          selection.source === "folder" ? (
            <FolderSelectionPanel
              selection={selection}
              isReplacing={isReplacing}
              isBusy={isStarting}
              onChoose={choose}
              onProceed={() => void start(isReplacing ? compare : upload)}
              onCancel={() => controller.cancel()}
            />
          ) : null
        }
        unfinished={
          <UnfinishedList
            accountId={account.id}
            source="folder"
            // Next to a selection, another "Continue" would be ambiguous.
            isShown={status === "idle"}
            onReopen={reopen}
            onPublish={(stored) => void publish(stored)}
            picker={(stored) => {
              const Picker = stored.name === null ? FilesPicker : FolderPicker;
              return (
                <Picker size="small" variant="secondary" label="Continue" onChoose={(choice) => void continueUpload(stored, choice)} />
              );
            }}
          />
        }
      />
      <LargeFolderQuestion phase={phase} onConfirm={() => dispatch({ type: "confirmed" })} onCancel={() => controller.cancel()} />
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

interface LargeFolderQuestionProps {
  phase: Phase;
  onConfirm: () => void;
  onCancel: () => void;
}

function LargeFolderQuestion({ phase, onConfirm, onCancel }: LargeFolderQuestionProps) {
  const isOpen = phase.status === "unconfirmed";
  const size = isOpen ? formatBytes(phase.selection.byteCount) : "";
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Large folder"
      confirmLabel="Continue"
      isDangerous={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      This folder is {size}. Large uploads may take significant time. Continue?
    </ConfirmDialog>
  );
}

/** Returns to the project list shortly after the map is online. @returns a function that cancels the return */
function useReturnToList(status: Phase["status"], onViewProjects: () => void): () => void {
  const [isStaying, setIsStaying] = useState(false);
  if (isStaying && status !== "complete") setIsStaying(false);
  const leave = useRef(onViewProjects);
  useEffect(() => {
    leave.current = onViewProjects;
  }, [onViewProjects]);
  const isDue = status === "complete" && !isStaying;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => leave.current(), RETURN_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return () => setIsStaying(true);
}
