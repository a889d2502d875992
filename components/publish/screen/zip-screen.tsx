"use client";

import { useCallback } from "react";
import type { UploadTarget } from "@/lib/publish/target";
import type { Phase } from "../controller/upload-state";
import type { ChosenZip } from "../source/zip/chosen-zip";
import type { UploadScreenProps } from "../target/upload-subject";
import { isUploadTo, isZipUpload, labelOf, newZipUpload } from "../tray/upload-kinds";
import { beginUpload } from "../tray/upload-list";
import { ZipDropArea } from "./drop-areas";
import { MethodChoice } from "./method-choice";
import { UploadScreen } from "./upload-screen";
import { useShownUpload } from "./use-shown-upload";
import { useUploadActions, zipRules } from "./use-upload-actions";
import { ZipSelectionPanel } from "./zip-selection-panel";

const steps = ["Check", "Upload", "Extract", "Complete"] as const;

export function ZipScreen(props: UploadScreenProps) {
  const { subject, account } = props;
  const create = useCallback(() => newZipUpload(account.id), [account.id]);
  const { state, controller } = useShownUpload({
    create,
    isOfScreen: isZipUpload,
    isWanted: (upload) => isUploadTo(subject, upload),
    resetsComplete: true,
  });
  const { phase, method } = state;
  const { isStarting, start } = useUploadActions(subject, zipRules, (reason) => controller.warn(reason));

  const choose = (files: readonly ChosenZip[]) => void controller.run((zip, job) => zip.choose(files, method, job));
  const upload = (to: UploadTarget) => beginUpload(controller, labelOf(controller, to), (zip, job) => zip.upload(to, method, job));

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
      isStarting={isStarting}
      onUpload={() => void start(upload)}
      options={
        <MethodChoice
          method={method}
          isSettled={"target" in phase}
          onChoose={(chosen) => controller.dispatch({ type: "methodChosen", method: chosen })}
        />
      }
      idle={<ZipDropArea method={method} onFiles={choose} />}
      selected={(selection) =>
        selection.source === "zip" ? (
          <ZipSelectionPanel
            selection={selection}
            method={method}
            isDropped={controller.isDropped}
            isBusy={isStarting}
            onUpload={() => void start(upload)}
            onFiles={choose}
            onCancel={() => (controller.isDropped ? props.onDropCancelled() : controller.cancel())}
          />
        ) : null
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
