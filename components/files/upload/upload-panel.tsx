"use client";

import { CircleAlert, CircleCheck, CloudUpload, ExternalLink, type LucideIcon, RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { announcementOf, detailOf, titleOf } from "@/components/file-upload/panel-words";
import { uploadPercent } from "@/components/file-upload/upload-figures";
import type { UploadState } from "@/components/file-upload/upload-state";
import type { FileUpload } from "@/components/file-upload/use-file-upload";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Progress } from "@/components/ui/progress";
import { ConflictQuestion } from "./conflict-question";

/** How the upload stands, the questions that it asks, and nothing when there is none. */
export function UploadPanel({ upload }: { upload: FileUpload }) {
  const { state, question } = upload;
  return (
    <>
      {state.phase === "idle" ? null : <ShownPanel upload={upload} state={state} />}
      {/* Stands here also when empty: screen readers tell of what changes in it, not of what comes with it. */}
      <p role="status" className="sr-only">
        {announcementOf(state)}
      </p>
      <ConflictQuestion state={state} onAnswer={upload.resolve} onCancel={upload.cancel} />
      <ConfirmDialog
        isOpen={question.isOpen}
        title="Stop the upload?"
        confirmLabel="Stop and Leave"
        cancelLabel="Keep Uploading"
        onConfirm={question.leave}
        onCancel={question.stay}
      >
        Leaving cancels the upload. What has arrived by then stays in the map; the rest is not uploaded.
      </ConfirmDialog>
    </>
  );
}

const icons: Partial<Record<UploadState["phase"], LucideIcon>> = { failed: CircleAlert, done: CircleCheck, cancelled: X };

interface ShownPanelProps {
  upload: FileUpload;
  state: Exclude<UploadState, { phase: "idle" }>;
}

function ShownPanel({ upload, state }: ShownPanelProps) {
  const { phase } = state;
  const Icon = icons[phase] ?? CloudUpload;
  const sending = "sending" in state ? state.sending : null;
  const isWaiting = phase === "sending" && (state.sending.link === "offline" || state.sending.link === "unreachable");
  const percent = sending ? uploadPercent(sending) : null;
  // Nothing moves while the person is asked.
  const shown = phase === "asking" ? 0 : percent;
  return (
    <section
      aria-label="Upload"
      className={classNames("grid gap-2 border-b bg-surface px-4 py-2.5", phase === "failed" && "border-danger-line bg-danger-soft")}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-36 items-start gap-2.5">
          <Icon aria-hidden className={classNames("mt-0.5 size-4 shrink-0", phase === "failed" ? "text-danger-ink" : "text-accent-ink")} />
          <p className={classNames("wrap-anywhere min-w-0 font-medium", phase === "failed" && "text-danger-ink")}>{titleOf(state)}</p>
        </div>
        <div className="-my-1 -mr-2 ml-auto flex shrink-0 items-center gap-1">
          {percent !== null && phase !== "failed" ? <span className="mr-2 font-medium tabular-nums">{percent}%</span> : null}
          <PanelActions upload={upload} state={state} />
        </div>
      </div>
      {phase === "cancelled" || (phase === "failed" && !sending) ? null : (
        <Progress label="Upload of files" value={shown} tone={toneOf(phase, isWaiting)} />
      )}
      <Detail>{detailOf(state)}</Detail>
    </section>
  );
}

function toneOf(phase: UploadState["phase"], isWaiting: boolean): "accent" | "warning" | "danger" {
  if (phase === "failed") return "danger";
  return isWaiting ? "warning" : "accent";
}

/** Keeps its line also when there is nothing to say, so that nothing below it moves. */
function Detail({ children }: { children: ReactNode }) {
  return <p className="wrap-anywhere min-h-4.5 text-ink-muted text-sm tabular-nums">{children}</p>;
}

function PanelActions({ upload, state }: ShownPanelProps) {
  if (state.phase === "failed") {
    return (
      <>
        {state.isSignedOut ? (
          <Button asChild variant="secondary" size="small">
            <a href="/login" target="_blank" rel="noopener">
              <ExternalLink aria-hidden />
              Log In
            </a>
          </Button>
        ) : null}
        {state.canRetry ? (
          <Button variant="secondary" size="small" onClick={upload.retry}>
            <RotateCw aria-hidden />
            Retry
          </Button>
        ) : null}
        <Button variant="ghost" size="small" onClick={upload.dismiss}>
          Dismiss
        </Button>
      </>
    );
  }
  if (state.phase === "done" || state.phase === "cancelled") return null;
  return (
    <Button variant="ghost" size="small" onClick={upload.cancel}>
      <X aria-hidden />
      Cancel Upload
    </Button>
  );
}
