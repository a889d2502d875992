"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Loading, RetryButton, useLoaded } from "../load-states";
import { fileFailure, type LoadedContent, loadContent } from "../manager/actions/file-calls";

interface CompareVersionsDialogProps {
  project: string;
  path: string;
  fileName: string;
  yours: string;
  onUseSaved: (saved: LoadedContent) => void;
  onOverwrite: (saved: LoadedContent) => void;
  onClose: () => void;
}

const SIDE_BY_SIDE = "(min-width: 64rem)";

export function CompareVersionsDialog({ project, path, fileName, yours, onUseSaved, onOverwrite, onClose }: CompareVersionsDialogProps) {
  const [isWide] = useState(() => window.matchMedia(SIDE_BY_SIDE).matches);
  const { state, retry } = useLoaded(`${project}/${path}`, async (signal) => {
    const saved = await loadContent(project, path, signal);
    const { loadComparison } = await import("./create-comparison");
    return { saved, draw: await loadComparison({ fileName, saved: saved.content, yours, isWide }) };
  });
  const saved = state.kind === "ready" ? state.value.saved : null;

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="h-[92dvh] sm:h-[86dvh] sm:max-w-6xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>Compare Versions</DialogTitle>
          <DialogDescription>
            {isWide ? "Left: the saved version. Right: yours." : "Red: only in the saved version. Green: only in yours."}
          </DialogDescription>
        </DialogHeader>
        <DialogBody role="region" aria-label="Both versions" tabIndex={0} className="p-0 focus-visible:outline-offset-[-2px]">
          {state.kind === "loading" ? <Loading /> : null}
          {state.kind === "failed" ? (
            <Notice tone="error" className="m-4" actions={<RetryButton error={state.error} onRetry={retry} size="small" />}>
              {fileFailure(state.error, "Failed to load file content", "Error loading file content")}
            </Notice>
          ) : null}
          {saved?.content === yours ? (
            <Notice className="m-4" live={false}>
              Both versions are the same.
            </Notice>
          ) : null}
          {saved && isWide ? (
            <div aria-hidden className="sticky top-0 z-10 grid grid-cols-2 border-b bg-surface font-medium text-ink-muted text-sm">
              <p className="px-4 py-1.5">Saved</p>
              <p className="border-l px-4 py-1.5">Yours</p>
            </div>
          ) : null}
          {state.kind === "ready" ? <div ref={state.value.draw} /> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Keep Editing
          </Button>
          <Button variant="secondary" disabled={!saved} onClick={() => saved && onUseSaved(saved)}>
            Use Saved Version
          </Button>
          <Button variant="danger" disabled={!saved} onClick={() => saved && onOverwrite(saved)}>
            Overwrite
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
