"use client";

import { useState } from "react";
import { type LoadedContent, saveContent } from "@/components/file-editor/file-content-calls";
import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { useBanner } from "@/components/shared/banner-provider";
import { serverMessage } from "@/components/shared/load-error";
import { RequestError } from "@/components/shared/request-json";
import type { Snapshot } from "./create-editor";
import { bytesIn } from "./encoding-label";

/** What has to be decided before the text can be saved. */
export interface SaveQuestion {
  kind: "conflict" | "encoding";
  /** What was to be saved. */
  snapshot: Snapshot;
  /** In place of which version. */
  basedOn: string | null;
  message: string;
}

/** What the next text is saved as, and in place of which version. */
export interface SaveBase {
  etag: string | null;
  encoding: string;
  /** Bytes. */
  size: number;
}

interface SaveOptions {
  /** In place of which version; the one that was loaded or saved last unless given, and with null whichever is there. */
  basedOn?: string | null;
  encoding?: string;
}

const questions: Readonly<Record<number, SaveQuestion["kind"]>> = { 409: "conflict", 422: "encoding" };

/** @returns what has to be asked after such a failure; null when there is nothing to decide */
function questionAfter(error: unknown, { encoding }: SaveOptions): SaveQuestion["kind"] | null {
  if (!(error instanceof RequestError)) return null;
  const kind = questions[error.status] ?? null;
  // It was the answer to that question already.
  return kind === "encoding" && encoding ? null : kind;
}

/** Saves a text, and keeps what is in the way of it. */
export function useSave(project: string, path: string, file: LoadedContent, onSaved: (message: string) => void) {
  const { showBanner } = useBanner();
  const [base, setBase] = useState<SaveBase>({ etag: file.etag, encoding: file.encoding, size: file.size });
  const [isSaving, setSaving] = useState(false);
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const [isGone, setGone] = useState(false);

  async function save(snapshot: Snapshot, options: SaveOptions = {}): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setQuestion(null);
    const { basedOn = base.etag, encoding } = options;
    try {
      const saved = await saveContent(project, { path, content: snapshot.content, encoding, basedOn });
      snapshot.keep();
      setGone(false);
      const written = encoding ?? base.encoding;
      // The mark stays where the encoding does.
      const mark = file.hasByteOrderMark && written === file.encoding ? "\uFEFF" : "";
      setBase({ etag: saved.etag, encoding: written, size: bytesIn(mark + snapshot.content, written) ?? base.size });
      onSaved(saved.message);
    } catch (error) {
      const kind = questionAfter(error, options);
      setGone(error instanceof RequestError && error.status === 404);
      if (kind) setQuestion({ kind, snapshot, basedOn, message: serverMessage(error, "") });
      else showBanner({ tone: "error", message: fileFailure(error, "Failed to save file", "Error saving file") });
    } finally {
      setSaving(false);
    }
  }

  return { save, base, isSaving, question, dismiss: () => setQuestion(null), isGone };
}
