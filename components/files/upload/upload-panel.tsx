"use client";

import { CircleAlert, CircleCheck, CloudUpload, ExternalLink, type LucideIcon, RotateCw, X } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import type { Phase } from "@/components/upload/controller/upload-state";
import { countOf } from "../manager/folder/item-paths";
import type { ConflictAnswer, Conflicts, FilesUpload } from "./prepare-files";
import { announcementOf, describePhase, uploadPercent } from "./upload-messages";
import type { FileUpload } from "./use-file-upload";

interface ConflictQuestionProps {
  phase: Phase<FilesUpload>;
  onAnswer: (answer: ConflictAnswer) => void;
  onCancel: () => void;
}

function ConflictQuestion({ phase, onAnswer, onCancel }: ConflictQuestionProps) {
  const isOpen = phase.status === "compared";
  // The text must not change while the dialog fades out and the upload continues.
  const [shown, setShown] = useState(isOpen ? phase : null);
  if (isOpen && shown !== phase) setShown(phase);
  if (!shown) return null;
  const { comparison: conflicts, selection } = shown;
  const { existing, blocked } = conflicts;
  // Prevent the default: closing the dialog cancels the upload.
  const answer = (chosen: ConflictAnswer) => (event: MouseEvent) => {
    event.preventDefault();
    onAnswer(chosen);
  };
  const others = selection.fileCount - existing.length - blocked.length;
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialogContent className="max-w-lg">
        <AlertDialogTitle>{conflictTitle(conflicts)}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div className="grid gap-3">
            <PathList paths={existing}>
              {existing.length === 1 ? "Replace the existing file, or skip this file?" : "Replace the existing files, or skip these files?"}
            </PathList>
            <PathList paths={blocked}>
              {blocked.length === 1 ? "This file can't" : `These ${countOf(blocked.length, "file")} can't`} be uploaded. A folder has the
              same name, or a file has the name of a folder in the path.
            </PathList>
            {others > 0 ? <p>{others === 1 ? "The other file is new." : `The other ${countOf(others, "file")} are new.`}</p> : null}
          </div>
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          {existing.length > 0 ? (
            <>
              <AlertDialogAction variant="secondary" onClick={answer("skip")}>
                Skip
              </AlertDialogAction>
              <AlertDialogAction variant="primary" onClick={answer("replace")}>
                Replace
              </AlertDialogAction>
            </>
          ) : null}
          {existing.length === 0 && others > 0 ? (
            <AlertDialogAction variant="primary" onClick={answer("skip")}>
              Upload the Others
            </AlertDialogAction>
          ) : null}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

function conflictTitle({ existing, blocked }: Conflicts): string {
  if (existing.length > 0) return `${countOf(existing.length, "file")} already ${existing.length === 1 ? "exists" : "exist"}`;
  return `${countOf(blocked.length, "file")} can't be uploaded`;
}

const NAMES_SHOWN = 5;

function PathList({ paths, children }: { paths: readonly string[]; children: ReactNode }) {
  if (paths.length === 0) return null;
  const more = paths.length - NAMES_SHOWN;
  return (
    <div className="grid gap-2">
      <p>{children}</p>
      <ul className="grid gap-1 rounded-lg border bg-surface px-3 py-2 text-ink text-sm">
        {paths.slice(0, NAMES_SHOWN).map((path) => (
          <li key={path} className="wrap-anywhere">
            <bdi>{path}</bdi>
          </li>
        ))}
        {more > 0 ? <li className="text-ink-muted">and {more.toLocaleString("en-US")} more</li> : null}
      </ul>
    </div>
  );
}

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
