"use client";

import { ChevronRight, RefreshCw, Send } from "lucide-react";
import { useCallback, useId } from "react";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { UploadTarget } from "@/lib/upload-client/target";
import type { Phase } from "../controller/upload-state";
import { Panel } from "../progress/panel";
import type { ChosenZip } from "../source/zip/dropped-zip";
import { type UploadMethod, uploadMethods } from "../source/zip/upload-method";
import { useUploadActions, zipRules } from "../target/settle-target";
import type { UploadScreenProps } from "../target/upload-subject";
import { isUploadTo, isZipUpload, labelOf, newZipUpload } from "../tray/upload-kinds";
import { beginUpload } from "../tray/upload-list";
import { ZipDropArea } from "./drop-areas";
import { ZipSelectionPanel } from "./selection-panels";
import { UploadScreen } from "./upload-screen";
import { useShownUpload } from "./use-shown-upload";

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
  const { phase, method, isMethodChosen } = state;
  const { isStarting, start } = useUploadActions(subject, zipRules, (reason) => controller.warn(reason));

  const choose = (files: readonly ChosenZip[]) =>
    void controller.run((zip, job) => zip.choose(files, isMethodChosen ? method : "tus", job));
  const upload = (to: UploadTarget) => beginUpload(controller, labelOf(controller, to), (zip, job) => zip.upload(to, method, job));
  const { label } = controller;

  function continueResumable(to: UploadTarget) {
    controller.dispatch({ type: "methodChosen", method: "tus" });
    beginUpload(controller, labelOf(controller, to), (zip, job) => zip.upload(to, "tus", job));
  }

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
          method={isMethodChosen || phase.status !== "idle" ? method : null}
          isChosen={isMethodChosen}
          isSettled={"target" in phase}
          onChoose={(chosen) => controller.dispatch({ type: "methodChosen", method: chosen })}
        />
      }
      idle={
        phase.status === "interrupted" && label?.target ? (
          <SignedOutPanel
            title={label.title}
            email={account.email}
            onContinue={() => label.target && continueResumable(label.target)}
            onCancel={() => controller.cancel()}
          />
        ) : (
          <ZipDropArea method={isMethodChosen ? method : "tus"} onFiles={choose} />
        )
      }
      selected={(selection) =>
        selection.source === "zip" ? (
          <ZipSelectionPanel
            selection={selection}
            method={method}
            isDropped={controller.isDropped}
            isBusy={isStarting}
            sharesOrigin={props.sharesOrigin}
            onProceed={(startPage) => void start((to) => upload({ ...to, startPage }))}
            onAnswer={(files, answer) => controller.run((zip, job) => zip.data.answer(files, answer, job))}
            onFiles={choose}
            onNameEncoding={(encoding) => void controller.run((zip, job) => zip.decodeNames(encoding, job))}
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
  interrupted: 1,
  cancelled: 1,
  extracting: 2,
  complete: steps.length,
};

function stepOf(phase: Phase): number {
  return stepIndex[phase.status === "failed" ? phase.during : phase.status] ?? 0;
}

interface MethodChoiceProps {
  /** Null until a file is chosen. */
  method: UploadMethod | null;
  isChosen: boolean;
  isSettled: boolean;
  onChoose: (method: UploadMethod) => void;
}

const icons = { direct: Send, tus: RefreshCw } as const;

function MethodChoice({ method, isChosen, isSettled, onChoose }: MethodChoiceProps) {
  const name = useId();
  return (
    <details className={cn("group rounded-lg border bg-surface", isSettled && "max-sm:hidden")}>
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-lg px-4 py-2.5 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-ink-muted transition-transform group-open:rotate-90" />
        <span className="font-medium">Advanced</span>
        <span className="text-ink-muted">
          {method ? uploadMethods[method].name : "How to upload"}
          {isChosen || isSettled ? null : ", chosen by the size of the file and the connection"}
        </span>
      </summary>
      <fieldset className="grid min-w-0 gap-3 px-4 pt-1 pb-4 sm:grid-cols-[2fr_3fr]">
        <legend className="sr-only">How to upload</legend>
        {(["direct", "tus"] as const).map((value) => {
          const { name: title, advice, facts } = uploadMethods[value];
          return (
            <ChoiceCard
              key={value}
              name={name}
              icon={icons[value]}
              title={
                <>
                  {title} <span className="font-normal text-ink-muted">{advice}</span>
                </>
              }
              isChosen={method === value}
              isDisabled={isSettled}
              onChoose={() => onChoose(value)}
            >
              {facts}
            </ChoiceCard>
          );
        })}
      </fieldset>
    </details>
  );
}

interface SignedOutPanelProps {
  title: string;
  email: string;
  onContinue: () => void;
  onCancel: () => void;
}

/** Offers the resumable upload after the session has ended before or during a direct one. */
function SignedOutPanel({ title, email, onContinue, onCancel }: SignedOutPanelProps) {
  return (
    <Panel
      title={title}
      detail={`The file is still chosen. ${uploadMethods.tus.name} waits until you sign in as ${email}, and survives ended sessions.`}
      aside={<Badge tone="warning">Signed out</Badge>}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={onContinue}>Continue with {uploadMethods.tus.name}</Button>
        </>
      }
    />
  );
}
