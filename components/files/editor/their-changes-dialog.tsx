"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Loading, RetryButton } from "../load-states";
import { fileFailure } from "../manager/actions/file-failure";
import { useLoaded } from "../use-loaded";
import { type LoadedContent, loadContent } from "./file-content-calls";

interface TheirChangesDialogProps {
  project: string;
  path: string;
  fileName: string;
  yours: string;
  onUseTheirs: (theirs: LoadedContent) => void;
  onOverwrite: (theirs: LoadedContent) => void;
  onClose: () => void;
}

const ROOM_FOR_TWO = "(min-width: 64rem)";

export function TheirChangesDialog({ project, path, fileName, yours, onUseTheirs, onOverwrite, onClose }: TheirChangesDialogProps) {
  const [isWide] = useState(() => window.matchMedia(ROOM_FOR_TWO).matches);
  const { state, retry } = useLoaded(`${project}/${path}`, async (signal) => {
    const theirs = await loadContent(project, path, signal);
    const { loadComparison } = await import("./create-comparison");
    return { theirs, draw: await loadComparison({ fileName, theirs: theirs.content, yours, isWide }) };
  });
  const theirs = state.kind === "ready" ? state.value.theirs : null;

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="h-[92dvh] sm:h-[86dvh] sm:max-w-6xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>Their Version and Yours</DialogTitle>
          <DialogDescription>
            {isWide
              ? `At the left ${fileName} as somebody else saved it, at the right as you have it.`
              : `${fileName}: red is theirs and not in your text, green is in yours alone.`}
          </DialogDescription>
        </DialogHeader>
        <DialogBody role="region" aria-label="Both versions" tabIndex={0} className="p-0 focus-visible:outline-offset-[-2px]">
          {state.kind === "loading" ? <Loading /> : null}
          {state.kind === "failed" ? (
            <Notice tone="error" className="m-4" actions={<RetryButton error={state.error} onRetry={retry} size="small" />}>
              {fileFailure(state.error, "Failed to load file content", "Error loading file content")}
            </Notice>
          ) : null}
          {theirs?.content === yours ? (
            <Notice className="m-4" live={false}>
              Both are the same.
            </Notice>
          ) : null}
          {theirs && isWide ? (
            <div aria-hidden className="sticky top-0 z-10 grid grid-cols-2 border-b bg-surface font-medium text-ink-muted text-sm">
              <p className="px-4 py-1.5">Theirs</p>
              <p className="border-l px-4 py-1.5">Yours</p>
            </div>
          ) : null}
          {state.kind === "ready" ? <div ref={state.value.draw} /> : null}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Go On Editing
          </Button>
          <Button variant="secondary" disabled={!theirs} onClick={() => theirs && onUseTheirs(theirs)}>
            Use Theirs
          </Button>
          <Button variant="danger" disabled={!theirs} onClick={() => theirs && onOverwrite(theirs)}>
            Overwrite
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
