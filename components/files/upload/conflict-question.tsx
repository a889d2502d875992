"use client";

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
import type { Phase } from "@/components/upload/controller/upload-state";
import { countOf } from "../manager/folder/item-paths";
import type { ConflictAnswer, Conflicts, FilesUpload } from "./prepare-files";

interface ConflictQuestionProps {
  phase: Phase<FilesUpload>;
  onAnswer: (answer: ConflictAnswer) => void;
  onCancel: () => void;
}

export function ConflictQuestion({ phase, onAnswer, onCancel }: ConflictQuestionProps) {
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
