"use client";

import { ChevronLeft, ChevronRight, Download, type LucideIcon, Pencil } from "lucide-react";
import type { KeyboardEvent } from "react";
import { formatBytes } from "@/components/shared/format-bytes";
import { formatModified } from "@/components/shared/time/format-date";
import { Button, IconButton } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { EDITABLE_BYTES, type FileItem } from "@/lib/files/schema";
import { FileDialog } from "../file-dialog";
import { PreviewContent } from "./preview-content";
import { isTextual, previewSource } from "./preview-kind";

interface StepButtonsProps {
  index: number;
  total: number;
  onStep: (by: number) => void;
}

function StepButtons({ index, total, onStep }: StepButtonsProps) {
  const step = (by: -1 | 1, label: string, key: string, Icon: LucideIcon) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={`${label} (${key})`}
      aria-disabled={index + by < 0 || index + by >= total || undefined}
      onClick={() => onStep(by)}
    >
      <Icon aria-hidden />
    </Button>
  );
  return (
    <div className="mr-auto flex items-center gap-1">
      {step(-1, "Previous File", "←", ChevronLeft)}
      <p aria-live="polite" className="text-ink-muted text-sm tabular-nums">
        {index + 1} of {total}
      </p>
      {step(1, "Next File", "→", ChevronRight)}
    </div>
  );
}

interface FilePreviewDialogProps {
  project: string;
  item: FileItem;
  onClose: () => void;
  onEdit: () => void;
  onDownload: () => void;
  files: readonly FileItem[];
  onStep: (item: FileItem) => void;
}

/** Elements that use the arrow keys themselves, such as videos and maps. */
const OWN_KEYS = "[data-own-keys], video, audio, input, textarea";

function stepOf({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey || shiftKey || (target instanceof Element && target.closest(OWN_KEYS))) return 0;
  if (key === "ArrowLeft") return -1;
  return key === "ArrowRight" ? 1 : 0;
}

export function FilePreviewDialog({ project, item, onClose, onEdit, onDownload, files, onStep }: FilePreviewDialogProps) {
  const index = files.findIndex(({ path }) => path === item.path);
  const canStep = index >= 0 && files.length > 1;
  const { path, name, size, modified } = item;

  function step(by: number) {
    const next = files[index + by];
    if (canStep && next) onStep(next);
  }

  function handleKey(event: KeyboardEvent) {
    const by = stepOf(event);
    if (by === 0) return;
    event.preventDefault();
    step(by);
  }

  return (
    <FileDialog
      name={name}
      description={
        <>
          <bdi>{path}</bdi> · {formatBytes(size)} · <time dateTime={modified}>{formatModified(modified)}</time>
        </>
      }
      className="sm:h-[86dvh] sm:max-w-5xl"
      onKeyDown={handleKey}
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 overflow-hidden bg-canvas">
        <PreviewContent source={previewSource(project, item, modified)} />
      </div>
      <DialogFooter>
        {canStep ? <StepButtons index={index} total={files.length} onStep={step} /> : null}
        {isTextual(name) && size <= EDITABLE_BYTES ? <IconButton icon={Pencil} label="Edit" variant="secondary" onClick={onEdit} /> : null}
        <Button variant="secondary" onClick={onDownload}>
          <Download aria-hidden />
          <span className={canStep ? "max-sm:sr-only" : ""}>Download</span>
        </Button>
      </DialogFooter>
    </FileDialog>
  );
}
