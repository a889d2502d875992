"use client";

import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";

interface LeaveDialogProps {
  isOpen: boolean;
  fileName: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before an upload that is on its way is left. */
export function LeaveDialog({ isOpen, fileName, onStay, onLeave }: LeaveDialogProps) {
  return (
    <AlertDialog open={isOpen} onOpenChange={(open) => (open ? undefined : onStay())}>
      <AlertDialogContent>
        <AlertDialogTitle>Stop the upload?</AlertDialogTitle>
        <AlertDialogDescription>
          Leaving this screen stops the upload of {fileName}. What has been sent stays on the server, and you can continue it here later.
        </AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep Uploading</AlertDialogCancel>
          <AlertDialogAction onClick={onLeave}>Stop and Leave</AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
