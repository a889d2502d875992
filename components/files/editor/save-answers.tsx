"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import type { FileItem } from "@/lib/files/schema";
import type { Snapshot } from "./create-editor";
import { encodingLabel } from "./encoding-label";
import type { LoadedContent } from "./file-content-calls";
import { TheirChangesDialog } from "./their-changes-dialog";
import type { useSave } from "./use-save";

interface SaveAnswersProps {
  project: string;
  item: FileItem;
  saving: ReturnType<typeof useSave>;
  onTake: (theirs: LoadedContent) => void;
}

export function SaveAnswers({ project, item, saving, onTake }: SaveAnswersProps) {
  const { question, save, dismiss } = saving;
  const [compared, setCompared] = useState<Snapshot | null>(null);

  if (compared) {
    return (
      <TheirChangesDialog
        project={project}
        path={item.path}
        fileName={item.name}
        yours={compared.content}
        onUseTheirs={(theirs) => {
          setCompared(null);
          onTake(theirs);
        }}
        onOverwrite={(theirs) => {
          setCompared(null);
          void save(compared, { basedOn: theirs.etag });
        }}
        onClose={() => setCompared(null)}
      />
    );
  }
  if (!question) return null;
  const { kind, snapshot, basedOn, message } = question;
  if (kind === "encoding") {
    const encoding = encodingLabel(saving.base.encoding);
    return (
      <ConfirmDialog
        isOpen
        title="Save as UTF-8?"
        confirmLabel="Save as UTF-8"
        isDangerous={false}
        onConfirm={() => void save(snapshot, { encoding: "utf-8", basedOn })}
        onCancel={dismiss}
      >
        {message ? `${message} ` : null}The file is kept in {encoding}, which does not have all characters of your text. UTF-8 has. Whatever
        reads the file as {encoding} may then show other letters in their place.
      </ConfirmDialog>
    );
  }
  function seeTheirs() {
    setCompared(snapshot);
    dismiss();
  }
  return (
    <AlertDialog open onOpenChange={(isOpen) => (isOpen ? undefined : dismiss())}>
      <AlertDialogContent>
        <AlertDialogTitle>Changed by somebody else</AlertDialogTitle>
        <AlertDialogDescription>
          {item.name} was saved by somebody else after you opened it, and your text has not been saved. If you overwrite the file, what they
          changed is lost.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction variant="danger" onClick={() => void save(snapshot, { basedOn: null })}>
            Overwrite
          </AlertDialogAction>
          <AlertDialogAction variant="primary" onClick={seeTheirs}>
            See Theirs
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
