"use client";

import { useState } from "react";
import { useBanner } from "@/components/shared/notices/banner";
import { RequestError, serverMessage } from "@/components/shared/request-json";
import { fileFailure, type LoadedContent, saveContent } from "../manager/actions/file-calls";
import type { Snapshot } from "./create-editor";
import { bytesIn } from "./text-format";

interface SaveQuestion {
  kind: "conflict" | "encoding";
  snapshot: Snapshot;
  basedOn: string | null;
  message: string;
}

interface SaveOptions {
  /** ETag of the version to replace; null replaces any version. Default: the version loaded or saved last. */
  basedOn?: string | null;
  encoding?: string;
}

const questions: Readonly<Record<number, SaveQuestion["kind"]>> = { 409: "conflict", 422: "encoding" };

function questionAfter(error: unknown, { encoding }: SaveOptions): SaveQuestion["kind"] | null {
  const kind = (error instanceof RequestError && questions[error.status]) || null;
  return kind === "encoding" && encoding ? null : kind;
}

export function useSave(project: string, path: string, file: LoadedContent, onSaved: (message: string) => void) {
  const { showBanner } = useBanner();
  const [base, setBase] = useState<Pick<LoadedContent, "etag" | "encoding" | "size">>(file);
  const [isSaving, setSaving] = useState(false);
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const [isGone, setGone] = useState(false);

  async function save(snapshot: Snapshot, options: SaveOptions = {}): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setQuestion(null);
    const { basedOn = base.etag, encoding } = options;
    try {
      const saved = await saveContent(project, { filePath: path, content: snapshot.content, encoding }, basedOn);
      snapshot.keep();
      setGone(false);
      const written = encoding ?? base.encoding;
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
