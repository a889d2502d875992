"use client";

import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { Button } from "@/components/ui/button";
import type { UploadController, UploadSource } from "../controller/upload-controller";
import { isSending, publishedMap, type UploadState } from "../controller/upload-state";
import { announcementOf } from "../progress/announcement";
import { StepList } from "../progress/step-list";
import { UploadNoticeBar } from "../progress/upload-notice";
import { UploadPanel, type UploadPanelProps } from "../progress/upload-panel";
import { useKeptFocus } from "../progress/use-kept-focus";
import { FlowHeading } from "../target/flow-heading";
import { TargetPanel } from "../target/target-panel";
import type { UploadScreenProps } from "../target/upload-subject";
import { useDraftUse } from "./use-draft-use";

interface UploadFrameProps extends UploadScreenProps, Pick<UploadPanelProps, "source" | "isStarting" | "idle" | "selected" | "onUpload"> {
  state: UploadState;
  controller: Pick<UploadController<UploadSource>, "pause" | "resume" | "cancel" | "dismissNotice">;
  title: string;
  description: string;
  steps: readonly string[];
  step: number;
  options?: ReactNode;
  unfinished: ReactNode;
  isResumable: boolean;
  onLeft?: () => void;
}

export function UploadScreen({ source, state, controller, subject, onViewMap, ...props }: UploadFrameProps) {
  const { phase, notice } = state;
  const { status } = phase;
  const target = "target" in phase ? phase.target : null;
  const leaving = useLeaveQuestion(isSending(status));
  const section = useKeptFocus(status);
  useDraftUse(phase, props.onDraftUsed, props.onLeft);
  const hidesBack = status === "extracting" || (status === "complete" && source === "folder");
  const map = publishedMap(phase);
  return (
    <div className="grid gap-5">
      <FlowHeading title={props.title} description={props.description} />
      <StepList steps={props.steps} current={props.step} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <TargetPanel
          subject={subject}
          target={target}
          onEdit={() => leaveScreen(props.onEditProject)}
          onDraftChange={source === "folder" ? props.onDraftChange : null}
        />
        <div className="grid min-w-0 gap-5 xl:-order-1">
          {props.options}
          <section ref={section} aria-label="Upload" tabIndex={-1} className="outline-none">
            <UploadPanel
              state={state}
              source={source}
              email={props.account.email}
              isStarting={props.isStarting}
              idle={props.idle}
              selected={props.selected}
              onUpload={props.onUpload}
              onPause={() => void controller.pause()}
              onResume={() => controller.resume()}
              onCancel={() => controller.cancel()}
              onViewMap={() => map && onViewMap(map)}
              onViewProjects={props.onViewProjects}
            />
          </section>
          {notice ? <UploadNoticeBar notice={notice} onDismiss={() => controller.dismissNotice()} onViewMap={onViewMap} /> : null}
          {props.unfinished}
        </div>
      </div>
      {hidesBack ? null : (
        <div className="flex border-t pt-4">
          <Button variant="secondary" onClick={() => leaveScreen(props.onBack)}>
            Back
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(phase, source)}
      </p>
      <ConfirmDialog
        isOpen={leaving.isOpen}
        title="Stop the upload?"
        confirmLabel="Stop and Leave"
        cancelLabel="Keep Uploading"
        onConfirm={leaving.leave}
        onCancel={leaving.stay}
      >
        {props.isResumable
          ? "Leaving this screen stops the upload. What has been sent stays on the server, and you can continue it here later."
          : "Leaving this screen cancels the upload. Nothing of it is kept."}
      </ConfirmDialog>
    </div>
  );
}
