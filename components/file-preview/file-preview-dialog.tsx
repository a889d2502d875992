"use client";

import { Download, Pencil } from "lucide-react";
import { type KeyboardEvent, useMemo, useRef } from "react";
import { loadContent } from "@/components/file-editor/file-content-calls";
import { formatModified } from "@/components/files/manager/folder/format-modified";
import { isTextual, previewKind } from "@/components/files/preview/preview-kind";
import { formatBytes } from "@/components/shared/format-bytes";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { downloadAddress } from "./file-address";
import { PreviewContent } from "./preview-content";
import type { PreviewSource } from "./preview-source";
import { StepButtons } from "./step-buttons";

interface FilePreviewDialogProps {
  /** Safe name of the project, or "assets". */
  project: string;
  item: FileItem;
  onClose: () => void;
  /** Opens the file in the editor instead. */
  onEdit?: () => void;
  onDownload: () => void;
  /** The files of the folder as they are listed, this one among them. */
  neighbours?: readonly FileItem[];
  /** Another of them is to be shown. */
  onStep?: (item: FileItem) => void;
}

/** Arrow keys mean something else there: a film goes back and forth, a map moves. */
const OWN_KEYS = "[data-own-keys], video, audio, input, textarea";

/** @returns -1 or 1 when the key asks for another file, else 0 */
function stepOf({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey || shiftKey || (target instanceof Element && target.closest(OWN_KEYS))) return 0;
  if (key === "ArrowLeft") return -1;
  return key === "ArrowRight" ? 1 : 0;
}

/** Shows a file without downloading it, and those beside it with the arrow keys. */
export function FilePreviewDialog(props: FilePreviewDialogProps) {
  const { project, item, onClose, onEdit, onDownload, neighbours = [], onStep } = props;
  const panel = useRef<HTMLDivElement>(null);
  const files = neighbours.filter(({ type }) => type === "file");
  const place = files.findIndex(({ path }) => path === item.path);
  const canStep = onStep !== undefined && place >= 0 && files.length > 1;

  const { path, name, size, modified } = item;
  // A text is asked for by program, and may be of a kind that the server does not send to be shown.
  const isShown = !isTextual(name) || previewKind(name) === "image";
  const source = useMemo<PreviewSource>(
    () => ({
      // The same path may have other bytes by now; the browser would show those that it has kept.
      url: `${downloadAddress(project, [path], isShown)}&v=${encodeURIComponent(modified)}`,
      name,
      size,
      text: async () => (await loadContent(project, path)).content,
    }),
    [project, path, name, size, modified, isShown],
  );

  function step(by: number) {
    const next = files[place + by];
    if (canStep && next) onStep(next);
  }

  function handleKey(event: KeyboardEvent) {
    // Keys pressed here mean nothing to the list that opened it, which React takes for its parent.
    event.stopPropagation();
    const by = stepOf(event);
    if (by === 0) return;
    event.preventDefault();
    step(by);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        ref={panel}
        className="h-[92dvh] sm:h-[86dvh] sm:max-w-5xl [@media(max-height:32rem)]:h-dvh [@media(max-height:32rem)]:max-h-none"
        onKeyDown={handleKey}
        onOpenAutoFocus={(event) => {
          // On the dialog itself, where the arrow keys are its own.
          event.preventDefault();
          panel.current?.focus();
        }}
      >
        <DialogHeader className="py-3">
          <DialogTitle>
            <bdi>{name}</bdi>
          </DialogTitle>
          <DialogDescription className="wrap-anywhere text-sm">
            <bdi>{path}</bdi> · {formatBytes(size)} · <time dateTime={modified}>{formatModified(modified)}</time>
          </DialogDescription>
        </DialogHeader>
        <div className="min-h-0 flex-1 overflow-hidden bg-canvas">
          <PreviewContent source={source} />
        </div>
        <DialogFooter>
          {canStep ? <StepButtons place={place} total={files.length} onStep={step} /> : null}
          {onEdit && isTextual(name) && size <= EDITABLE_BYTES ? (
            <Button variant="secondary" onClick={onEdit}>
              <Pencil aria-hidden />
              Edit
            </Button>
          ) : null}
          <Button variant="secondary" onClick={onDownload}>
            <Download aria-hidden />
            <span className={canStep ? "max-sm:sr-only" : ""}>Download</span>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
