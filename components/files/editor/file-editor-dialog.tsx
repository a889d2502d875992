"use client";

import { useState } from "react";
import { DiscardQuestion, useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { RequestError } from "@/components/shared/request-json";
import { Badge } from "@/components/ui/badge";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { FileDialog } from "../file-dialog";
import { Loading } from "../load-states";
import { useLoaded } from "../use-loaded";
import { EditorPanel } from "./editor-panel";
import { EditorProblem } from "./editor-problem";
import { type LoadedContent, loadContent } from "./file-content-calls";

interface FileEditorDialogProps {
  project: string;
  item: FileItem;
  onClose: () => void;
  onSaved: (message: string) => void;
  onDownload: () => void;
  onPreview: () => void;
}

export function FileEditorDialog({ project, item, onClose, onSaved, onDownload, onPreview }: FileEditorDialogProps) {
  const { path, size } = item;
  const { state, retry } = useLoaded(`${project}/${path}`, (signal) =>
    size > EDITABLE_BYTES ? Promise.reject(new RequestError("", 413)) : loadContent(project, path, signal),
  );
  /** The saved version that replaced the user's text. `edition` counts replacements. */
  const [replaced, setReplaced] = useState<{ file: LoadedContent; edition: number } | null>(null);
  const [{ isChanged, isSaving }, setEditing] = useState({ isChanged: false, isSaving: false });
  const question = useLeaveQuestion(isChanged);

  function close() {
    if (isSaving) return;
    if (isChanged) question.ask(onClose);
    else onClose();
  }

  return (
    <FileDialog
      name={item.name}
      badge={isChanged ? <Badge tone="warning">Unsaved changes</Badge> : null}
      description={
        <>
          <span className="sr-only">Path: </span>
          <bdi>{path}</bdi>
        </>
      }
      className="sm:h-[88dvh] sm:max-w-6xl"
      onInteractOutside={(event) => event.preventDefault()}
      onClose={close}
    >
      {state.kind === "loading" ? <Loading className="flex-1" /> : null}
      {state.kind === "ready" ? (
        <EditorPanel
          key={replaced?.edition}
          project={project}
          item={item}
          file={replaced?.file ?? state.value}
          onReplace={(saved) => setReplaced((before) => ({ file: saved, edition: (before?.edition ?? 0) + 1 }))}
          onSaved={onSaved}
          onState={setEditing}
          onClose={close}
        />
      ) : null}
      {state.kind === "failed" ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <EditorProblem item={item} error={state.error} onRetry={retry} onDownload={onDownload} onPreview={onPreview} />
        </div>
      ) : null}
      <DiscardQuestion question={question}>{`Your changes to ${item.name} haven't been saved.`}</DiscardQuestion>
    </FileDialog>
  );
}
