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
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { FileItem } from "@/lib/files/schema";
import { Loading, RetryButton, useLoaded } from "../load-states";
import { fileFailure, type LoadedContent, loadContent } from "../manager/actions/file-calls";
import type { Snapshot } from "./create-editor";
import { encodingLabel } from "./text-format";
import type { useSave } from "./use-save";

interface CompareVersionsDialogProps {
  project: string;
  path: string;
  fileName: string;
  yours: string;
  onUseSaved: (saved: LoadedContent) => void;
  onOverwrite: (saved: LoadedContent) => void;
  onClose: () => void;
}

const SIDE_BY_SIDE = "(min-width: 64rem)";

function CompareVersionsDialog({ project, path, fileName, yours, onUseSaved, onOverwrite, onClose }: CompareVersionsDialogProps) {
  const [isWide] = useState(() => window.matchMedia(SIDE_BY_SIDE).matches);
  const { state, retry } = useLoaded(`${project}/${path}`, async (signal) => {
    const saved = await loadContent(project, path, signal);
    const { loadComparison } = await import("./create-comparison");
    return { saved, draw: await loadComparison({ fileName, saved: saved.content, yours, isWide }) };
  });
  const saved = state.kind === "ready" ? state.value.saved : null;

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="h-[92dvh] sm:h-[86dvh] sm:max-w-6xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>Compare Versions</DialogTitle>
          <DialogDescription>
            {isWide ? "Left: the saved version. Right: yours." : "Red: only in the saved version. Green: only in yours."}
          </DialogDescription>
        </DialogHeader>
        <DialogBody role="region" aria-label="Both versions" tabIndex={0} className="p-0 focus-visible:outline-offset-[-2px]">
          {state.kind === "loading" ? <Loading /> : null}
          {state.kind === "failed" ? (
            <Notice tone="error" className="m-4" actions={<RetryButton error={state.error} onRetry={retry} size="small" />}>
              {fileFailure(state.error, "Failed to load file content", "Error loading file content")}
            </Notice>
          ) : null}
          {saved?.content === yours ? (
            <Notice className="m-4" live={false}>
              Both versions are the same.
            </Notice>
          ) : null}
          {saved && isWide ? (
            <div aria-hidden className="sticky top-0 z-10 grid grid-cols-2 border-b bg-surface font-medium text-ink-muted text-sm">
              <p className="px-4 py-1.5">Saved</p>
              <p className="border-l px-4 py-1.5">Yours</p>
            </div>
          ) : null}
          {state.kind === "ready" ? <div ref={state.value.draw} /> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Keep Editing
          </Button>
          <Button variant="secondary" disabled={!saved} onClick={() => saved && onUseSaved(saved)}>
            Use Saved Version
          </Button>
          <Button variant="danger" disabled={!saved} onClick={() => saved && onOverwrite(saved)}>
            Overwrite
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

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
