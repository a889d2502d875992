"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { FileItem } from "@/lib/files/schema";

interface FileEditorDialogProps {
  /** Safe name of the project, or "assets". */
  project: string;
  item: FileItem;
  onClose: () => void;
  /** It was saved; the dialog stays open. @param message the server's */
  onSaved: (message: string) => void;
  onDownload: () => void;
  /** Shows the file instead, where it turns out to be no text. */
  onPreview?: () => void;
}

/** The text editor of the file managers (spec 001 §2.6). */
export function FileEditorDialog({ item, onClose, onDownload }: FileEditorDialogProps) {
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
