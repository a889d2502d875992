"use client";

import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { UploadLabel } from "../controller/upload-controller";
import { isUnderWay, type Phase, publishedIn, publishedMap } from "../controller/upload-state";
import { announcementOf } from "../progress/announcement";
import { UploadNoticeBar } from "../progress/upload-notice";
import { UploadPanel, type UploadPanelProps } from "../progress/upload-panel";
import { useKeptFocus } from "../progress/use-kept-focus";
import { FlowHeading } from "../target/flow-heading";
import { TargetPanel } from "../target/target-panel";
import type { UploadScreenProps } from "../target/upload-subject";

type FrameOfPanel = Pick<
  UploadPanelProps,
  "state" | "controller" | "source" | "isStarting" | "idle" | "interrupted" | "selected" | "onUpload"
>;

interface UploadFrameProps extends UploadScreenProps, FrameOfPanel {
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
  // After a refused name, another one can be entered here.
  const isRenamed = controller.label !== null && status === "selected";
  const hidesBack = status === "extracting" || (status === "complete" && source === "folder");
  const map = publishedMap(phase);
  const dismiss = () => controller.dispatch({ type: "noticeDismissed" });
  const published = publishedIn(notice);
  return (
    <div className="grid gap-5">
      {published ? (
        <section ref={section} tabIndex={-1} className="outline-none">
          <props.PublishedPanel
            {...published}
            onOpenMap={onViewMap}
            onAnother={() => {
              dismiss();
              props.onAnother();
            }}
          />
        </section>
      ) : (
        <>
          <FlowHeading title={props.title} description={props.description} />
          <StepList steps={props.steps} current={props.step} />
          <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
            <TargetPanel
              subject={subject}
              target={target}
              onEdit={props.onEditProject}
              onDraftChange={source === "folder" || controller.isDropped || isRenamed ? props.onDraftChange : null}
            />
            <div className="grid min-w-0 gap-5 xl:-order-1">
              <section ref={section} aria-label="Upload" tabIndex={-1} className="outline-none">
                <UploadPanel
                  state={state}
                  controller={controller}
                  source={source}
                  email={props.account.email}
                  isStarting={props.isStarting}
                  idle={props.idle}
                  interrupted={props.interrupted}
                  selected={props.selected}
                  onUpload={props.onUpload}
                  onViewMap={() => map && onViewMap(map)}
                  onViewProjects={props.onViewProjects}
                />
              </section>
              {notice ? <UploadNoticeBar notice={notice} onDismiss={dismiss} /> : null}
              {props.options}
            </div>
          </div>
          {hidesBack ? null : (
            <div className="flex border-t pt-4">
              <Button variant="secondary" onClick={props.onBack}>
                Back
              </Button>
            </div>
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {announcementOf(phase, source)}
      </p>
    </div>
  );
}

type DraftChanges = Pick<UploadScreenProps, "onDraftChange" | "onDraftUsed">;

/** Deletes the draft when its project exists, or when its upload goes on in the tray. Restores it when the screen shows that upload. */
function useDraftUse(label: UploadLabel | null, phase: Phase, { onDraftChange, onDraftUsed }: DraftChanges): void {
  const { showBanner } = useBanner();
  const isUsed = phase.status === "complete" && phase.target.replacesId === null;
  const latest = useRef({ label, phase, onDraftUsed });
  useEffect(() => {
    latest.current = { label, phase, onDraftUsed };
  });
  useEffect(() => {
    if (isUsed) onDraftUsed();
  }, [isUsed, onDraftUsed]);

  const target = label?.target?.replacesId === null ? label.target : null;
  useEffect(() => {
    if (target) onDraftChange({ name: target.projectName, description: target.description });
  }, [target, onDraftChange]);

  useEffect(
    () => () => {
      const left = latest.current;
      if (!isUnderWay(left.phase.status)) return;
      if (left.label?.target?.replacesId === null) left.onDraftUsed();
      if (left.phase.status !== "extracting") return;
      showBanner({ tone: "info", message: "Extraction continues in background. Project will appear when complete." });
    },
    [showBanner],
  );
}

interface StepListProps {
  steps: readonly string[];
  /** Index of the current step, or the number of steps when all are done. */
  current: number;
}

function StepList({ steps, current }: StepListProps) {
  return (
    <ol className="flex min-w-0 items-center gap-1.5 text-sm sm:gap-3">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className="flex min-w-0 flex-1 items-center gap-1.5 last:flex-initial sm:gap-3"
        >
          <span
            aria-hidden
            className={cn(
              "grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-ink-muted text-xs tabular-nums transition-colors",
              index === current && "border-accent text-accent-ink ring-3 ring-accent/20",
              index < current && "border-accent bg-accent text-on-accent",
            )}
          >
            {index < current ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span
            className={cn("min-w-0 truncate", index > current && "text-ink-muted", index === current ? "font-medium" : "max-sm:sr-only")}
          >
            {step}
            {index < current ? <span className="sr-only"> (done)</span> : null}
          </span>
          {index < steps.length - 1 ? (
            <span aria-hidden className={cn("h-px flex-1 sm:min-w-3 bg-line-strong transition-colors", index < current && "bg-accent")} />
          ) : null}
        </li>
      ))}
    </ol>
  );
}
