"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { FileItem } from "@/lib/files/schema";

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

/** Shows a file without downloading it. */
export function FilePreviewDialog({ item, onClose, onDownload }: FilePreviewDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{item.name}</DialogTitle>
        </DialogHeader>
        <DialogFooter>
          <Button onClick={onDownload}>Download</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
