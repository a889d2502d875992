"use client";

import type { ReactNode } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { RequestError } from "@/components/shared/request-json";
import { CodeEditor } from "../editor/code-editor";
import { Loading, RetryButton } from "../load-states";
import { fileFailure } from "../manager/actions/file-failure";
import { useLoaded } from "../use-loaded";
import { NoPreview } from "./no-preview";
import type { PreviewSource } from "./preview-source";
import { EXCERPT_BYTES, type ReadText, readText } from "./read-text";

interface TextPreviewProps {
  source: PreviewSource;
  children: (read: ReadText) => ReactNode;
}

export function TextPreview({ source, children }: TextPreviewProps) {
  const { state, retry } = useLoaded(source.url, (signal) => readText(source, signal));
  if (state.kind === "loading") return <Loading />;
  if (state.kind === "ready") return children(state.value);
  const { error } = state;
  if (error instanceof RequestError && error.status === 415) return <NoPreview name={source.name}>This isn't a text file.</NoPreview>;
  return (
    <NoPreview name={source.name} isFailure action={<RetryButton error={error} onRetry={retry} />}>
      {fileFailure(error, "Failed to load file content", "Error loading file content")}
    </NoPreview>
  );
}

export function ShownText({ source: { name, size }, shown, note }: { source: PreviewSource; shown: ReadText; note?: string }) {
  const notes = [note, shown.isExcerpt ? `Showing the first ${formatBytes(EXCERPT_BYTES)} of ${formatBytes(size)}.` : ""].filter(Boolean);
  return (
    <div className="flex size-full flex-col">
      {notes.length > 0 ? <p className="border-b bg-warning-soft px-4 py-2 text-sm text-warning-ink">{notes.join(" ")}</p> : null}
      <div data-own-keys="" className="min-h-0 flex-1">
        <CodeEditor text={shown.text} fileName={name} label={`Text of ${name}`} isReadOnly isWrapped className="h-full" />
      </div>
    </div>
  );
}
