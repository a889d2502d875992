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
import type { LoadedContent } from "../manager/actions/file-calls";
import { CompareVersionsDialog } from "./compare-versions-dialog";
import type { Snapshot } from "./create-editor";
import { encodingLabel } from "./text-format";
import type { useSave } from "./use-save";

interface SaveDialogsProps {
  project: string;
  item: FileItem;
  saving: ReturnType<typeof useSave>;
  onReplace: (saved: LoadedContent) => void;
}

export function SaveDialogs({ project, item, saving, onReplace }: SaveDialogsProps) {
  const { question, save, dismiss } = saving;
  const [compared, setCompared] = useState<Snapshot | null>(null);

  if (compared) {
    return (
      <CompareVersionsDialog
        project={project}
        path={item.path}
        fileName={item.name}
        yours={compared.content}
        onUseSaved={(saved) => {
          setCompared(null);
          onReplace(saved);
        }}
        onOverwrite={(saved) => {
          setCompared(null);
          void save(compared, { basedOn: saved.etag });
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
        {message ? `${message} ` : null}
        {encoding} can't store every character of your text, but UTF-8 can. Programs that read this file as {encoding} may then show wrong
        characters.
      </ConfirmDialog>
    );
  }
  function compare() {
    setCompared(snapshot);
    dismiss();
  }
  return (
    <AlertDialog open onOpenChange={(isOpen) => (isOpen ? undefined : dismiss())}>
      <AlertDialogContent>
        <AlertDialogTitle>Changed by another user</AlertDialogTitle>
        <AlertDialogDescription>
          Another user saved {item.name} after you opened it. Your text hasn't been saved. Overwriting the file discards the other user's
          changes.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Cancel</AlertDialogCancel>
          <AlertDialogAction variant="danger" onClick={() => void save(snapshot, { basedOn: null })}>
            Overwrite
          </AlertDialogAction>
          <AlertDialogAction variant="primary" onClick={compare}>
            Compare
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
