"use client";

import { Copy, WrapText } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { useBanner } from "@/components/shared/notices/banner";
import { Button, IconButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FileItem } from "@/lib/files/schema";
import { isCommand } from "../file-dialog";
import type { LoadedContent } from "../manager/actions/file-calls";
import { CodeEditor } from "./code-editor";
import type { CursorPosition, EditorHandle } from "./create-editor";
import { languageLabel } from "./languages";
import { SaveDialogs } from "./save-dialogs";
import { encodingLabel, lineEndingOf } from "./text-format";
import { useSave } from "./use-save";

interface EditorStatusProps {
  facts: readonly (readonly [name: string, value: string])[];
  hintId: string;
  tabLeaves: boolean;
}

function EditorStatus({ facts, hintId, tabLeaves }: EditorStatusProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-t bg-surface px-5 py-1.5 text-ink-muted text-xs">
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5 tabular-nums">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p id={hintId} className="pointer-coarse:sr-only">
        Press Tab to indent. Press Escape, then Tab to leave the editor.
      </p>
      <p aria-live="polite" className="sr-only">
        {tabLeaves ? "Press Tab again to leave the editor." : ""}
      </p>
    </div>
  );
}

interface EditorPanelProps {
  project: string;
  item: FileItem;
  file: LoadedContent;
  onReplace: (file: LoadedContent) => void;
  onSaved: (message: string) => void;
  onState: (state: { isChanged: boolean; isSaving: boolean }) => void;
  onClose: () => void;
}

export function EditorPanel({ project, item, file, onReplace, onSaved, onState, onClose }: EditorPanelProps) {
  const hintId = useId();
  const { showBanner } = useBanner();
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isWrapped, setWrapped] = useState(true);
  const [cursor, setCursor] = useState<CursorPosition>({ line: 1, column: 1 });
  const [tabLeaves, setTabLeaves] = useState(false);
  const lineEnding = useMemo(() => lineEndingOf(file.content), [file.content]);
  const saving = useSave(project, item.path, file, onSaved);
  const { isSaving } = saving;

  useEffect(() => onState({ isChanged, isSaving }), [isChanged, isSaving, onState]);

  const isIdle = !isChanged || !editor;
  function save() {
    if (!isIdle) void saving.save(editor.snapshot());
  }

  function takeEditor(now: EditorHandle | null) {
    setEditor(now);
    // On touch screens the focus would open the keyboard, which covers half of the text.
    if (window.matchMedia("(pointer: fine)").matches) now?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const act = (isCommand(event, "s") && save) || (isCommand(event, "f") && editor?.openSearch);
    // The editor handles Ctrl+F itself. React also bubbles events of dialogs above this one.
    if (!act || event.defaultPrevented || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.preventDefault();
    act();
  }

  async function copyText() {
    await navigator.clipboard.writeText(editor?.snapshot().content ?? "");
    showBanner({ tone: "success", message: "Text copied" });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts of the whole dialog
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={handleKey}>
      {saving.isGone ? (
        <Notice
          tone="warning"
          className="mx-4 my-3"
          actions={<IconButton icon={Copy} label="Copy Text" variant="secondary" size="small" onClick={() => void copyText()} />}
        >
          This file was deleted, moved or renamed. Copy your text to keep it.
        </Notice>
      ) : null}
      <CodeEditor
        className="flex-1"
        text={file.content}
        fileName={item.name}
        label={`Text of ${item.name}`}
        describedBy={hintId}
        isWrapped={isWrapped}
        onReady={takeEditor}
        onChange={setChanged}
        onCursor={setCursor}
        onTabLeaves={setTabLeaves}
      />
      <EditorStatus
        facts={[
          ["Position", `Line ${cursor.line}, column ${cursor.column}`],
          ["Size", formatBytes(saving.base.size)],
          ["Encoding", `${encodingLabel(saving.base.encoding)}${file.hasByteOrderMark ? " with BOM" : ""}`],
          ["Line endings", lineEnding === "mixed" ? "Mixed line endings" : lineEnding],
          ["Language", languageLabel(item.name)],
        ]}
        hintId={hintId}
        tabLeaves={tabLeaves}
      />
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
        <IconButton
          icon={WrapText}
          label="Wrap Lines"
          variant="ghost"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
          className="mr-auto aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        />
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button busy={isSaving} aria-disabled={isIdle || isSaving || undefined} onClick={save}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </div>
      <SaveDialogs project={project} item={item} saving={saving} onReplace={onReplace} />
    </div>
  );
}
