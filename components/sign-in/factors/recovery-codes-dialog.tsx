"use client";

import { Copy, Download } from "lucide-react";
import { CopyButton } from "@/components/shared/copy-link-button";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

export interface RecoveryCodesDialogProps {
  codes: string[];
  onClose: () => void;
}

/** Shows new recovery codes, once. It closes only by its button, so that a stray click or key doesn't lose them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog open>
      <DialogContent onInteractOutside={(event) => event.preventDefault()} onEscapeKeyDown={(event) => event.preventDefault()}>
        <DialogHeader closeLabel={null}>
          <DialogTitle>Recovery Codes</DialogTitle>
          <DialogDescription>Sign in with one of these codes if you lose your second factor. Each works once.</DialogDescription>
        </DialogHeader>
        <DialogBody className="grid gap-4">
          <Notice tone="warning" live={false}>
            Save the codes where you keep passwords. You can't see them again.
          </Notice>
          <ol
            aria-label="Recovery codes"
            className="grid gap-x-6 gap-y-1.5 rounded-lg border bg-surface px-5 py-4 font-mono sm:grid-cols-2"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <div className="flex flex-wrap gap-2">
            <CopyButton icon={Copy} text={text} label="Copy" copied="Recovery codes copied" failed="The codes are" />
            <Button asChild variant="secondary">
              <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="sea-vision-recovery-codes.txt">
                <Download aria-hidden />
                Download
              </a>
            </Button>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>I have saved these codes</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
