"use client";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { formatBytes } from "@/components/shared/format-bytes";
import { RequestError } from "@/components/shared/request-json";
import { EDITABLE_BYTES } from "@/lib/files/schema";
import { CodeEditor } from "../editor/code-editor";
import { Loading, RetryButton, useLoaded } from "../load-states";
import { fileFailure, loadContent } from "../manager/actions/file-calls";
import { fileIcon } from "../manager/grid/item-icon";
import type { PreviewSource } from "./preview-kind";

interface NoPreviewProps {
  name: string;
  icon?: LucideIcon;
  isFailure?: boolean;
  action?: ReactNode;
  children: string;
}

export function NoPreview({ name, icon = fileIcon(name), isFailure = false, action, children }: NoPreviewProps) {
  return (
    <EmptyState
      icon={icon}
      tone={isFailure ? "error" : "neutral"}
      title={children}
      action={action}
      className="wrap-anywhere size-full py-8"
    >
      {name}
    </EmptyState>
  );
}

const EXCERPT_BYTES = 256 * 1024;

export interface ReadText {
  text: string;
  isExcerpt: boolean;
}

async function readExcerpt(url: string, signal: AbortSignal): Promise<string> {
  const headers = { Range: `bytes=0-${EXCERPT_BYTES - 1}` };
  const response = await fetch(url, { cache: "no-store", headers, signal }).catch((cause: unknown) => {
    throw new RequestError("", 0, {}, { cause });
  });
  if (!response.ok) throw new RequestError("", response.status);
  // A server without range support sends the whole file. A range may end within a character.
  return (await response.text()).slice(0, EXCERPT_BYTES).replace(/\uFFFD+$/, "");
}

/** Reads a text file, or the start of a large one. @throws RequestError with status 415 for a file that isn't text */
export async function readText({ project, path, url, size }: PreviewSource, signal: AbortSignal): Promise<ReadText> {
  const isExcerpt = size > EDITABLE_BYTES;
  const text = isExcerpt ? await readExcerpt(url, signal) : (await loadContent(project, path, signal)).content;
  if (text.slice(0, 8_192).includes("\0")) throw new RequestError("", 415);
  return { text, isExcerpt };
}

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
