"use client";

import { useRef, useState } from "react";
import { EditorPanel } from "@/components/files/editor/editor-panel";
import { DiscardQuestion } from "@/components/shared/form/discard-question";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { Badge } from "@/components/ui/badge";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { FileItem } from "@/lib/files/schema";
import { EditorProblem } from "./editor-problem";
import { useFileContent } from "./use-file-content";

interface FileEditorDialogProps {
  /** Safe name of the project, or "assets". */
  project: string;
  item: FileItem;
  onClose: () => void;
  /** It was saved; the dialog stays open. @param message the server's */
  onSaved: (message: string) => void;
  onDownload: () => void;
  /** Shows the file instead, where it turns out to be no text. */
  onPreview?: () => void;
}

/** The text editor of the file managers (spec 001 §2.6). What was typed is not lost without a question. */
export function FileEditorDialog({ project, item, onClose, onSaved, onDownload, onPreview }: FileEditorDialogProps) {
  const { state, take, retry } = useFileContent(project, item);
  const [{ isChanged, isSaving }, setEditing] = useState({ isChanged: false, isSaving: false });
  const question = useLeaveQuestion(isChanged);
  const panel = useRef<HTMLDivElement>(null);

  function close() {
    if (isSaving) return;
    if (isChanged) question.ask(onClose);
    else onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <DialogContent
        ref={panel}
        className="h-[92dvh] sm:h-[88dvh] sm:max-w-6xl [@media(max-height:32rem)]:h-dvh [@media(max-height:32rem)]:max-h-none"
        onInteractOutside={(event) => event.preventDefault()}
        // Keys pressed here mean nothing to the list that opened it, which React takes for its parent.
        onKeyDown={(event) => event.stopPropagation()}
        onOpenAutoFocus={(event) => {
          // The text takes the focus when it is there.
          event.preventDefault();
          panel.current?.focus();
        }}
      >
        <DialogHeader className="py-3">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <DialogTitle>
              <bdi>{item.name}</bdi>
            </DialogTitle>
            {isChanged ? <Badge tone="warning">Unsaved changes</Badge> : null}
          </div>
          <DialogDescription className="wrap-anywhere text-sm">
            <span className="sr-only">Path: </span>
            <bdi>{item.path}</bdi>
          </DialogDescription>
        </DialogHeader>
        {state.kind === "loading" ? (
          <div className="grid flex-1 animate-late place-items-center">
            <Spinner label="Loading..." className="size-5 text-ink-muted" />
          </div>
        ) : null}
        {state.kind === "ready" ? (
          <EditorPanel
            key={state.edition}
            project={project}
            item={item}
            file={state.file}
            onTake={take}
            onSaved={onSaved}
            onState={setEditing}
            onClose={close}
          />
        ) : null}
        {state.kind === "loading" || state.kind === "ready" ? null : (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <EditorProblem item={item} state={state} onRetry={retry} onDownload={onDownload} onPreview={onPreview} />
          </div>
        )}
        <DiscardQuestion question={question}>{`What you changed in ${item.name} has not been saved.`}</DiscardQuestion>
      </DialogContent>
    </Dialog>
  );
}
