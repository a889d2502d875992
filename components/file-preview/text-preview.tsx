"use client";

import { CodeEditor } from "@/components/files/editor/code-editor";
import { formatBytes } from "@/components/shared/format-bytes";
import type { PreviewSource } from "./preview-source";
import { EXCERPT_BYTES, type ReadText } from "./read-text";
import { TextFailure, TextLoading } from "./text-states";
import { usePreviewText } from "./use-preview-text";

/** A text, to be read. */
export function TextPreview({ source }: { source: PreviewSource }) {
  const { state, retry } = usePreviewText(source);
  if (state.kind === "loading") return <TextLoading />;
  if (state.kind === "failed") return <TextFailure name={source.name} error={state.error} onRetry={retry} />;
  return <ShownText source={source} shown={state} />;
}

/** @param note what is to be known of it first */
export function ShownText({ source: { name, size }, shown, note }: { source: PreviewSource; shown: ReadText; note?: string }) {
  const notes = [note, shown.isExcerpt ? `The first ${formatBytes(EXCERPT_BYTES)} of ${formatBytes(size)}.` : ""].filter(Boolean);
  return (
    <div className="flex size-full flex-col">
      {notes.length > 0 ? <p className="border-b bg-warning-soft px-4 py-2 text-sm text-warning-ink">{notes.join(" ")}</p> : null}
      <div data-own-keys="" className="min-h-0 flex-1">
        <CodeEditor text={shown.text} fileName={name} label={`Text of ${name}`} isReadOnly isWrapped className="h-full" />
      </div>
    </div>
  );
}
