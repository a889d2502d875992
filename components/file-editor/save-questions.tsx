"use client";

import type { ReactNode } from "react";
import { encodingLabel } from "@/components/files/editor/encoding-label";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";

interface AskProps {
  title: string;
  children: ReactNode;
  /** The ways on. */
  actions: ReactNode;
  onCancel: () => void;
}

function Ask({ title, children, actions, onCancel }: AskProps) {
  return (
    <AlertDialog open onOpenChange={(isOpen) => (isOpen ? undefined : onCancel())}>
      <AlertDialogContent>
        <AlertDialogTitle>{title}</AlertDialogTitle>
        <AlertDialogDescription>{children}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          {actions}
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}

interface ConflictQuestionProps {
  fileName: string;
  onSeeTheirs: () => void;
  onOverwrite: () => void;
  onCancel: () => void;
}

/** Two people have opened one file, and the other one has saved first. */
export function ConflictQuestion({ fileName, onSeeTheirs, onOverwrite, onCancel }: ConflictQuestionProps) {
  return (
    <Ask
      title="Changed by somebody else"
      onCancel={onCancel}
      actions={
        <>
          <AlertDialogAction variant="danger" onClick={onOverwrite}>
            Overwrite
          </AlertDialogAction>
          <AlertDialogAction variant="primary" onClick={onSeeTheirs}>
            See Theirs
          </AlertDialogAction>
        </>
      }
    >
      {fileName} was saved by somebody else after you opened it, and your text has not been saved. If you overwrite the file, what they
      changed is lost.
    </Ask>
  );
}

interface EncodingQuestionProps {
  encoding: string;
  /** The server's; names the characters, if it can. */
  message: string;
  onSaveAsUtf8: () => void;
  onCancel: () => void;
}

/** The text has characters that the file's encoding lacks. */
export function EncodingQuestion({ encoding, message, onSaveAsUtf8, onCancel }: EncodingQuestionProps) {
  return (
    <Ask
      title="Save as UTF-8?"
      onCancel={onCancel}
      actions={
        <AlertDialogAction variant="primary" onClick={onSaveAsUtf8}>
          Save as UTF-8
        </AlertDialogAction>
      }
    >
      {message ? `${message} ` : null}The file is kept in {encodingLabel(encoding)}, which does not have all characters of your text. UTF-8
      has. Whatever reads the file as {encodingLabel(encoding)} may then show other letters in their place.
    </Ask>
  );
}
