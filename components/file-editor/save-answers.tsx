"use client";

import { useState } from "react";
import type { Snapshot } from "@/components/files/editor/create-editor";
import { TheirChangesDialog } from "@/components/files/editor/their-changes-dialog";
import type { useSave } from "@/components/files/editor/use-save";
import type { FileItem } from "@/lib/files/schema";
import type { LoadedContent } from "./file-content-calls";
import { ConflictQuestion, EncodingQuestion } from "./save-questions";

interface SaveAnswersProps {
  project: string;
  item: FileItem;
  saving: ReturnType<typeof useSave>;
  /** Their text takes the place of the person's own. */
  onTake: (theirs: LoadedContent) => void;
}

/** Asks what has to be decided before a text can be saved, and does what the person answers. */
export function SaveAnswers({ project, item, saving, onTake }: SaveAnswersProps) {
  const { question, save, dismiss } = saving;
  /** Compared with theirs. */
  const [compared, setCompared] = useState<Snapshot | null>(null);

  if (compared) {
    return (
      <TheirChangesDialog
        project={project}
        path={item.path}
        fileName={item.name}
        yours={compared.content}
        onUseTheirs={(theirs) => {
          setCompared(null);
          onTake(theirs);
        }}
        onOverwrite={(theirs) => {
          setCompared(null);
          // Over what was seen, and nothing later.
          void save(compared, { basedOn: theirs.etag });
        }}
        onClose={() => setCompared(null)}
      />
    );
  }
  if (question?.kind === "conflict") {
    return (
      <ConflictQuestion
        fileName={item.name}
        onSeeTheirs={() => {
          setCompared(question.snapshot);
          dismiss();
        }}
        onOverwrite={() => void save(question.snapshot, { basedOn: null })}
        onCancel={dismiss}
      />
    );
  }
  if (question?.kind === "encoding") {
    return (
      <EncodingQuestion
        encoding={saving.base.encoding}
        message={question.message}
        onSaveAsUtf8={() => void save(question.snapshot, { encoding: "utf-8", basedOn: question.basedOn })}
        onCancel={dismiss}
      />
    );
  }
  return null;
}
