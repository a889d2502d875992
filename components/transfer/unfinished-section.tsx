import { History } from "lucide-react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";

interface UnfinishedSectionProps {
  /** What the person is about to discard, as they call it; null while they are not. */
  doubted: string | null;
  onDiscard: () => void;
  onKeep: () => void;
  /** The uploads, as list items. */
  children: ReactNode;
}

/** Uploads that were begun in this browser and not finished. */
export function UnfinishedSection({ doubted, onDiscard, onKeep, children }: UnfinishedSectionProps) {
  return (
    <section aria-label="Unfinished uploads" className="grid gap-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <History aria-hidden className="size-4 text-ink-muted" />
        Unfinished Uploads
      </h3>
      <ul className="grid divide-y rounded-lg border bg-raised shadow-low">{children}</ul>
      <ConfirmDialog
        isOpen={doubted !== null}
        title="Discard the upload?"
        confirmLabel="Discard"
        cancelLabel="Keep It"
        onConfirm={onDiscard}
        onCancel={onKeep}
      >
        What has been sent of {doubted} will be deleted from the server. This action cannot be undone.
      </ConfirmDialog>
    </section>
  );
}
