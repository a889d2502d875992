"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { UploadController, UploadSource } from "../controller/upload-controller";
import { publishedMap, type UploadState } from "../controller/upload-state";
import { announcementOf } from "../progress/announcement";
import { StepList } from "../progress/step-list";
import { UploadNoticeBar } from "../progress/upload-notice";
import { UploadPanel, type UploadPanelProps } from "../progress/upload-panel";
import { useKeptFocus } from "../progress/use-kept-focus";
import { FlowHeading } from "../target/flow-heading";
import { TargetPanel } from "../target/target-panel";
import type { UploadScreenProps } from "../target/upload-subject";
import { askToCancel } from "../tray/upload-list";
import { useDraftUse } from "./use-draft-use";

interface UploadFrameProps extends UploadScreenProps, Pick<UploadPanelProps, "source" | "isStarting" | "idle" | "selected" | "onUpload"> {
  state: UploadState;
  controller: UploadController<UploadSource>;
  title: string;
  description: string;
  steps: readonly string[];
  step: number;
  options?: ReactNode;
}

export function UploadScreen({ source, state, controller, subject, onViewMap, ...props }: UploadFrameProps) {
  const { phase, notice } = state;
  const { status } = phase;
  const target = "target" in phase ? phase.target : null;
  const section = useKeptFocus(status);
  useDraftUse(controller.label, phase, props);
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
          onEdit={props.onEditProject}
          onDraftChange={source === "folder" || controller.isDropped ? props.onDraftChange : null}
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
              onCancel={() => askToCancel(controller)}
              onViewMap={() => map && onViewMap(map)}
              onViewProjects={props.onViewProjects}
            />
          </section>
          {notice ? <UploadNoticeBar notice={notice} onDismiss={() => controller.dismissNotice()} onViewMap={onViewMap} /> : null}
        </div>
      </div>
      {hidesBack ? null : (
        <div className="flex border-t pt-4">
          <Button variant="secondary" onClick={props.onBack}>
            Back
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(phase, source)}
      </p>
    </div>
  );
}
