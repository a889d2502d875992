"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Notice } from "@/components/ui/notice";
import { Loading, RetryButton, useLoaded } from "../load-states";
import type { EditorHandle, EditorOptions } from "./create-editor";

interface CodeEditorProps extends EditorOptions {
  onReady?: (editor: EditorHandle | null) => void;
  className?: string;
}

export function CodeEditor({ onReady, className, ...options }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...options, onReady });
  latest.current = { ...options, onReady };
  const editor = useRef<EditorHandle>(null);
  const { state, retry } = useLoaded("editor", () => import("./create-editor"));
  const create = state.kind === "ready" ? state.value.createEditor : null;

  useEffect(() => {
    if (!create || !parent.current) return;
    const created = create(parent.current, {
      ...latest.current,
      onChange: (isChanged) => latest.current.onChange?.(isChanged),
      onCursor: (position) => latest.current.onCursor?.(position),
      onTabLeaves: (leaves) => latest.current.onTabLeaves?.(leaves),
    });
    editor.current = created;
    latest.current.onReady?.(created);
    return () => {
      created.destroy();
      editor.current = null;
      latest.current.onReady?.(null);
    };
  }, [create]);

  useEffect(() => editor.current?.setWrapped(options.isWrapped), [options.isWrapped]);

  return (
    <div className={cn("relative min-h-0", className)}>
      <div ref={parent} className="size-full" />
      {state.kind === "loading" ? <Loading className="absolute inset-0" /> : null}
      {state.kind === "failed" ? (
        <div className="absolute inset-0 p-4">
          <Notice tone="error" actions={<RetryButton error={state.error} onRetry={retry} size="small" />}>
            Failed to load the editor.
          </Notice>
        </div>
      ) : null}
    </div>
  );
}
