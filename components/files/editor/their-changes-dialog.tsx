"use client";

import { useEffect, useRef, useState } from "react";
import { type LoadedContent, loadContent } from "@/components/file-editor/file-content-calls";
import { fileFailure } from "@/components/files/manager/actions/file-failure";
import { isSignedOut, retryOf } from "@/components/shared/load-error";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

interface TheirChangesDialogProps {
  project: string;
  path: string;
  fileName: string;
  /** What the person was about to save. */
  yours: string;
  onUseTheirs: (theirs: LoadedContent) => void;
  onOverwrite: (theirs: LoadedContent) => void;
  onClose: () => void;
}

/** From here on two texts have room side by side. */
const WIDE = "(min-width: 64rem)";

/** What somebody else has made of the file, beside what the person has, and what shall become of both. */
export function TheirChangesDialog({ project, path, fileName, yours, onUseTheirs, onOverwrite, onClose }: TheirChangesDialogProps) {
  const [theirs, setTheirs] = useState<LoadedContent | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [isWide] = useState(() => window.matchMedia(WIDE).matches);
  const place = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is the occasion
  useEffect(() => {
    const ended = new AbortController();
    let takeAway: (() => void) | undefined;
    async function compare() {
      const loaded = await loadContent(project, path, ended.signal);
      const { createComparison } = await import("./create-comparison");
      if (ended.signal.aborted || !place.current) return;
      const remove = await createComparison(place.current, { fileName, theirs: loaded.content, yours, isWide });
      if (ended.signal.aborted) return remove();
      takeAway = remove;
      setTheirs(loaded);
    }
    setFailure(null);
    compare().catch((error: unknown) => {
      if (!ended.signal.aborted) setFailure(error);
    });
    return () => {
      ended.abort();
      takeAway?.();
    };
  }, [project, path, fileName, yours, isWide, attempt]);

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
          {theirs || failure ? null : (
            <div className="grid size-full animate-late place-items-center">
              <Spinner label="Loading..." className="size-5 text-ink-muted" />
            </div>
          )}
          {failure ? (
            <Notice
              tone="error"
              className="m-4"
              actions={
                <Button variant="secondary" size="small" onClick={retryOf(failure, () => setAttempt((before) => before + 1))}>
                  {isSignedOut(failure) ? "Log In" : "Retry"}
                </Button>
              }
            >
              {fileFailure(failure, "Failed to load file content", "Error loading file content")}
            </Notice>
          ) : null}
          {theirs?.content === yours ? (
            <Notice className="m-4" live={false}>
              Both are the same.
            </Notice>
          ) : null}
          {theirs && isWide ? <SideNames /> : null}
          <div ref={place} className={classNames(theirs ? "" : "hidden")} />
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

function SideNames() {
  return (
    <div aria-hidden className="sticky top-0 z-10 grid grid-cols-2 border-b bg-surface font-medium text-ink-muted text-sm">
      <p className="px-4 py-1.5">Theirs</p>
      <p className="border-l px-4 py-1.5">Yours</p>
    </div>
  );
}
