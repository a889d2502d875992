"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import type { EditorHandle, EditorOptions } from "./create-editor";

interface CodeEditorProps extends EditorOptions {
  /** The editor is there, or, with null, gone again. */
  onReady?: (editor: EditorHandle | null) => void;
  className?: string;
}

/** Code to read or to edit, fetched with its editor when it is first shown. Another text wants another `key`. */
export function CodeEditor({ onReady, className, ...options }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...options, onReady });
  latest.current = { ...options, onReady };
  const editor = useRef<EditorHandle>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the occasion
  useEffect(() => {
    let isGone = false;
    setState("loading");
    import("./create-editor").then(
      ({ createEditor }) => {
        if (isGone || !parent.current) return;
        editor.current = createEditor(parent.current, {
          ...latest.current,
          onChange: (isChanged) => latest.current.onChange?.(isChanged),
          onCursor: (place) => latest.current.onCursor?.(place),
          onTabLeaves: (leaves) => latest.current.onTabLeaves?.(leaves),
        });
        setState("ready");
        latest.current.onReady?.(editor.current);
      },
      () => {
        if (!isGone) setState("failed");
      },
    );
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
      latest.current.onReady?.(null);
    };
  }, [attempt]);

  useEffect(() => editor.current?.setWrapped(options.isWrapped), [options.isWrapped]);

  return (
    <div className={classNames("relative min-h-0", className)}>
      <div ref={parent} className="size-full" />
      {state === "loading" ? (
        <div className="absolute inset-0 grid animate-late place-items-center">
          <Spinner label="Loading..." className="size-5 text-ink-muted" />
        </div>
      ) : null}
      {state === "failed" ? (
        <div className="absolute inset-0 p-4">
          <Notice
            tone="error"
            actions={
              <Button variant="secondary" size="small" onClick={() => setAttempt((before) => before + 1)}>
                Retry
              </Button>
            }
          >
            The editor could not be loaded.
          </Notice>
        </div>
      ) : null}
    </div>
  );
}
