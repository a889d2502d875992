"use client";

import { CircleAlert, CircleCheck, CloudUpload, ExternalLink, type LucideIcon, RotateCw, X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { Phase } from "@/components/upload/controller/upload-state";
import { ConflictQuestion } from "./conflict-question";
import type { FilesUpload } from "./prepare-files";
import { announcementOf, describePhase, uploadPercent } from "./upload-messages";
import type { FileUpload } from "./use-file-upload";

export function UploadPanel({ upload }: { upload: FileUpload }) {
  const { phase } = upload;
  return (
    <>
      {phase.status === "idle" || phase.status === "selected" ? null : <ShownPanel upload={upload} />}
      {/* Always in the document: screen readers announce changes of an element, not a new element. */}
      <p role="status" className="sr-only">
        {announcementOf(phase)}
      </p>
      <ConflictQuestion phase={phase} onAnswer={upload.resolve} onCancel={upload.cancel} />
    </>
  );
}

const icons: Partial<Record<Phase["status"], LucideIcon>> = { interrupted: CircleAlert, complete: CircleCheck, cancelled: X };

function ShownPanel({ upload }: { upload: FileUpload }) {
  const { phase } = upload;
  const isInterrupted = phase.status === "interrupted";
  const Icon = icons[phase.status] ?? CloudUpload;
  const { title, detail } = describePhase(phase);
  const transfer = "transfer" in phase ? phase.transfer : null;
  const percent = transfer ? uploadPercent(transfer) : null;
  const shown = phase.status === "compared" ? 0 : percent;
  return (
    <section
      aria-label="Upload"
      className={cn("grid gap-2 border-b bg-surface px-4 py-2.5", isInterrupted && "border-danger-line bg-danger-soft")}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-36 items-start gap-2.5">
          <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", isInterrupted ? "text-danger-ink" : "text-accent-ink")} />
          <p className={cn("wrap-anywhere min-w-0 font-medium", isInterrupted && "text-danger-ink")}>{title}</p>
        </div>
        <div className="-my-1 -mr-2 ml-auto flex shrink-0 items-center gap-1">
          {percent !== null && !isInterrupted ? <span className="mr-2 font-medium tabular-nums">{percent}%</span> : null}
          <PanelActions upload={upload} />
        </div>
      </div>
      {phase.status === "cancelled" || (isInterrupted && !transfer) ? null : (
        <Progress label="Upload of files" value={shown} tone={toneOf(phase)} />
      )}
      <p className="wrap-anywhere min-h-4.5 text-ink-muted text-sm tabular-nums">{detail}</p>
    </section>
  );
}

function toneOf(phase: Phase<FilesUpload>): "accent" | "warning" | "danger" {
  if (phase.status === "interrupted") return "danger";
  if (phase.status !== "uploading") return "accent";
  return phase.transfer.connection === "offline" || phase.transfer.connection === "unreachable" ? "warning" : "accent";
}

function PanelActions({ upload }: { upload: FileUpload }) {
  const { phase } = upload;
  if (phase.status === "interrupted") {
    return (
      <>
        {phase.isSignedOut ? (
          <Button asChild variant="secondary" size="small">
            <a href="/login" target="_blank" rel="noopener">
              <ExternalLink aria-hidden />
              Log In
            </a>
          </Button>
        ) : null}
        {phase.canRetry ? <IconButton icon={RotateCw} label="Retry" variant="secondary" size="small" onClick={upload.retry} /> : null}
        <Button variant="ghost" size="small" onClick={upload.dismiss}>
          Dismiss
        </Button>
      </>
    );
  }
  if (phase.status === "complete" || phase.status === "cancelled") return null;
  return <IconButton icon={X} label="Cancel Upload" variant="ghost" size="small" onClick={upload.cancel} />;
}
