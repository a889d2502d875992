"use client";

import { Download, Eye, FileWarning, FileX2 } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { DiscardQuestion, useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { formatBytes } from "@/components/shared/format-bytes";
import { RequestError } from "@/components/shared/request-json";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/button";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { FileDialog } from "../file-dialog";
import { Loading, RetryButton, useLoaded } from "../load-states";
import { fileFailure, type LoadedContent, loadContent } from "../manager/actions/file-calls";
import { previewKind } from "../preview/preview-kind";
import { EditorPanel } from "./editor-panel";

interface EditorProblemProps {
  item: FileItem;
  error: unknown;
  onRetry: () => void;
  onDownload: () => void;
  onPreview: () => void;
}

function EditorProblem({ item: { name, size }, error, onRetry, onDownload, onPreview }: EditorProblemProps) {
  const status = error instanceof RequestError ? error.status : 0;
  const isBinary = status === 415;
  if (!isBinary && status !== 413) {
    return (
      <EmptyState
        icon={FileWarning}
        tone="error"
        title={fileFailure(error, "Failed to load file content", "Error loading file content")}
        className="h-full"
        action={<RetryButton error={error} onRetry={onRetry} />}
      />
    );
  }
  const tooLarge = size > EDITABLE_BYTES ? `${name} is ${formatBytes(size)}` : `${name} is larger`;
  const kind = previewKind(name);
  // The preview shows the start of a large text file, but can't show binary data as text.
  const canPreview = kind !== null && !(isBinary && (kind === "text" || kind === "map"));
  return (
    <EmptyState
      icon={isBinary ? FileX2 : FileWarning}
      title={isBinary ? "This isn't a text file" : "This file is too large to edit"}
      className="h-full"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {canPreview ? <IconButton icon={Eye} label="Preview" variant="secondary" onClick={onPreview} /> : null}
          <IconButton icon={Download} label="Download" variant="secondary" onClick={onDownload} />
        </div>
      }
    >
      {isBinary
        ? `${name} contains binary data. Saving it as text would damage it.`
        : `You can edit files of up to ${formatBytes(EDITABLE_BYTES)}. ${tooLarge}.`}
    </EmptyState>
  );
}

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
