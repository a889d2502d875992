"use client";

import { useCallback, useEffect } from "react";
import type { UploadTarget } from "@/lib/publish/target";
import { forgetShownExtraction } from "../controller/shown-extraction";
import { isUnderWay, type MapUpload, type Phase } from "../controller/upload-state";
import { isSameFile, ZipSource } from "../controller/zip-source";
import { type ChosenZip, reopenFile } from "../source/zip/chosen-zip";
import { ZipPicker } from "../source/zip/zip-picker";
import type { UploadScreenProps } from "../target/upload-subject";
import type { UnfinishedZip } from "../unfinished/database";
import { UnfinishedList } from "../unfinished/unfinished-list";
import { ZipDropArea } from "./drop-areas";
import { MethodChoice } from "./method-choice";
import { UploadScreen } from "./upload-screen";
import { useUpload } from "./use-upload";
import { useUploadActions, zipRules } from "./use-upload-actions";
import { ZipSelectionPanel } from "./zip-selection-panel";

const steps = ["Check", "Upload", "Extract", "Complete"] as const;
const forgetShown = () => forgetShownExtraction(window.sessionStorage);

export function ZipScreen(props: UploadScreenProps) {
  const { subject, account } = props;
  const createSource = useCallback(() => new ZipSource(account.id), [account.id]);
  const { state, controller, dispatch } = useUpload<ZipSource, MapUpload>({ createSource, resetsComplete: true });
  useEffect(() => void controller.run((zip, job) => zip.returnToExtraction(job)), [controller]);
  const { phase, method } = state;
  const { isStarting, start, startStored } = useUploadActions(subject, zipRules, (reason) => controller.warn(reason));

  const choose = (files: readonly ChosenZip[]) => void controller.run((zip, job) => zip.choose(files, method, job));
  const upload = (to: UploadTarget) => void controller.run((zip, job) => zip.upload(to, method, job));

  /** @returns false when another file was chosen */
  async function continueUpload(stored: UnfinishedZip, chosen: ChosenZip): Promise<boolean> {
    if (!isSameFile(stored, chosen.file)) {
      controller.warn(`This is not the same file. Please choose ${stored.name} as it was when the upload began.`);
      return false;
    }
    await startStored(stored.target, (to) => {
      dispatch({ type: "methodChosen", method: "tus" });
      void controller.run((zip, job) => zip.continueUpload(stored, chosen, to, job));
    });
    return true;
  }

  /** @returns false when the file has to be chosen again */
  async function reopen(stored: UnfinishedZip): Promise<boolean> {
    const file = stored.handle && (await reopenFile(stored.handle));
    if (file) return continueUpload(stored, { file, handle: stored.handle });
    controller.warn(`${stored.name} could not be opened. Please choose it again.`);
    return false;
  }

  const publish = (stored: UnfinishedZip) =>
    startStored(stored.target, (to) => {
      dispatch({ type: "methodChosen", method: "tus" });
      void controller.run((zip, job) => zip.publishStored(stored, to, job));
    });

  return (
    <UploadScreen
      {...props}
      source="zip"
      state={state}
      controller={controller}
      title="Upload ZIP"
      description="One archive with the whole map site in it: index.html, tiles and data."
      steps={steps}
      step={stepOf(phase)}
      isResumable={method !== "direct"}
      isStarting={isStarting}
      onUpload={() => void start(upload)}
      onLeft={forgetShown}
      options={
        <MethodChoice
          method={method}
          isSettled={"target" in phase}
          onChoose={(chosen) => dispatch({ type: "methodChosen", method: chosen })}
        />
      }
      idle={<ZipDropArea method={method} onFiles={choose} />}
      selected={(selection) =>
        selection.source === "zip" ? (
          <ZipSelectionPanel
            selection={selection}
            method={method}
            isBusy={isStarting}
            onUpload={() => void start(upload)}
            onFiles={choose}
            onCancel={() => controller.cancel()}
          />
        ) : null
      }
      unfinished={
        <UnfinishedList
          accountId={account.id}
          source="zip"
          isShown={!isUnderWay(phase.status)}
          onReopen={reopen}
          onPublish={(stored) => void publish(stored)}
          picker={(stored) => (
            <ZipPicker
              size="small"
              variant="secondary"
              label="Continue"
              onFiles={([chosen]) => chosen && void continueUpload(stored, chosen)}
            />
          )}
        />
      }
    />
  );
}

const stepIndex: Readonly<Partial<Record<Phase["status"], number>>> = {
  selected: 1,
  uploading: 1,
  cancelled: 1,
  extracting: 2,
  complete: steps.length,
};

function stepOf(phase: Phase): number {
  return stepIndex[phase.status === "failed" ? phase.during : phase.status] ?? 0;
}
