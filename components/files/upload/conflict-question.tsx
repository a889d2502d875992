"use client";

import { type MouseEvent, useState } from "react";
import { conflictTitle, countFiles, someOf } from "@/components/file-upload/upload-figures";
import type { ConflictAnswer, UploadState } from "@/components/file-upload/upload-state";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";

interface ConflictQuestionProps {
  state: UploadState;
  onAnswer: (answer: ConflictAnswer) => void;
  onCancel: () => void;
}

/** Asks what is to become of files that are there already, before any of them travels. */
export function ConflictQuestion({ state, onAnswer, onCancel }: ConflictQuestionProps) {
  const isOpen = state.phase === "asking";
  // While it fades out the upload goes on, and its words must not change under the reader's eyes.
  const [asked, setAsked] = useState(isOpen ? state : null);
  if (isOpen && asked !== state) setAsked(state);
  if (!asked) return null;
  const { conflicts, fileCount } = asked;
  const { existing, blocked } = conflicts;
  // Left to itself a button would close the question as well, which is to call the upload off.
  const answer = (chosen: ConflictAnswer) => (event: MouseEvent) => {
    event.preventDefault();
    onAnswer(chosen);
  };
  const others = fileCount - existing.length - blocked.length;
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open ? undefined : onCancel())}>
      <AlertDialogContent className="max-w-lg">
        <AlertDialogTitle>{conflictTitle(conflicts)}</AlertDialogTitle>
        <AlertDialogDescription asChild>
          <div className="grid gap-3">
            <Existing paths={existing} />
            <Blocked paths={blocked} />
            {others > 0 ? <p>{others === 1 ? "The other file is new." : `The other ${countFiles(others)} are new.`}</p> : null}
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

function Existing({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>
        {paths.length === 1
          ? "Replace it, or skip it and keep the one that is there?"
          : "Replace them, or skip them and keep those that are there?"}
      </p>
      <PathList paths={paths} />
    </div>
  );
}

function Blocked({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p>
        {paths.length === 1 ? "This file cannot" : `These ${countFiles(paths.length)} cannot`} be uploaded: a folder has the name, or a file
        is where a folder is needed.
      </p>
      <PathList paths={paths} />
    </div>
  );
}

function PathList({ paths }: { paths: readonly string[] }) {
  const { shown, more } = someOf(paths);
  return (
    <ul className="grid gap-1 rounded-lg border bg-surface px-3 py-2 text-ink text-sm">
      {shown.map((path) => (
        <li key={path} className="wrap-anywhere">
          <bdi>{path}</bdi>
        </li>
      ))}
      {more > 0 ? <li className="text-ink-muted">and {more.toLocaleString("en-US")} more</li> : null}
    </ul>
  );
}
