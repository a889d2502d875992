"use client";

import { Copy, WrapText } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { Button, IconButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FileItem } from "@/lib/files/schema";
import { CodeEditor } from "./code-editor";
import type { CursorPlace, EditorHandle } from "./create-editor";
import { EditorStatus } from "./editor-status";
import type { LoadedContent } from "./file-content-calls";
import { lineEndingOf } from "./line-endings";
import { SaveAnswers } from "./save-answers";
import { useSave } from "./use-save";

interface EditorPanelProps {
  project: string;
  item: FileItem;
  file: LoadedContent;
  onTake: (file: LoadedContent) => void;
  onSaved: (message: string) => void;
  onState: (state: { isChanged: boolean; isSaving: boolean }) => void;
  onClose: () => void;
}

const isCommand = (event: KeyboardEvent, key: string) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === key;

export function EditorPanel({ project, item, file, onTake, onSaved, onState, onClose }: EditorPanelProps) {
  const hintId = useId();
  const { showBanner } = useBanner();
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isWrapped, setWrapped] = useState(true);
  const [cursor, setCursor] = useState<CursorPlace>({ line: 1, column: 1 });
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
    // A finger would call up the keyboard, which covers half of the text.
    if (window.matchMedia("(pointer: fine)").matches) now?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    const act = (isCommand(event, "s") && save) || (isCommand(event, "f") && editor?.openSearch);
    // The editor has its own Ctrl+F, and has answered it by now. Dialogs over this one are its children to React alone.
    if (!act || event.defaultPrevented || !(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    event.preventDefault();
    act();
  }

  async function copyText() {
    await navigator.clipboard.writeText(editor?.snapshot().content ?? "");
    showBanner({ tone: "success", message: "Text copied" });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work wherever in the dialog the focus is
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: as above
    <div className="flex min-h-0 flex-1 flex-col" onKeyDown={handleKey}>
      {saving.isGone ? (
        <Notice
          tone="warning"
          className="mx-4 my-3"
          actions={<IconButton icon={Copy} label="Copy Text" variant="secondary" size="small" onClick={() => void copyText()} />}
        >
          The file is not there any more: somebody has deleted, moved or renamed it. Your text is still here to be copied.
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
        fileName={item.name}
        size={saving.base.size}
        encoding={saving.base.encoding}
        hasByteOrderMark={file.hasByteOrderMark}
        lineEnding={lineEnding}
        cursor={cursor}
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
      <SaveAnswers project={project} item={item} saving={saving} onTake={onTake} />
    </div>
  );
}
