"use client";

import { type ReactNode, useTransition } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { isGone } from "./load-error";
import { NOTICE_MS, useBanner } from "./notices/banner";
import { requestJson, serverMessage } from "./request-json";

interface DeleteDialogProps {
  title: string;
  name: string;
  /** Of one call, or of several that are made one after the other. */
  path: string | readonly string[];
  deletedMessage: string;
  failedMessage: string;
  /** Counts 404 as deleted: someone else was faster. */
  ignoresGone?: boolean;
  /** For a deletion that has another name. */
  words?: { confirm: string; busy: string; cancel: string };
  /** Replaces the question. */
  children?: ReactNode;
  /** Follows the question. */
  details?: ReactNode;
  reload: () => Promise<void>;
  onClose: () => void;
}

const deletion = { confirm: "Delete", busy: "Deleting...", cancel: "Cancel" };

export function DeleteDialog(props: DeleteDialogProps) {
  const { title, name, path, deletedMessage, failedMessage, ignoresGone, words = deletion, children, details, reload, onClose } = props;
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();

  async function remove() {
    let failure: string | null = null;
    try {
      for (const one of [path].flat()) await requestJson(one, { method: "DELETE" });
    } catch (error) {
      if (!(ignoresGone && isGone(error))) failure = serverMessage(error, failedMessage);
    }
    // Reload before the dialog closes: the row that would get the focus back may no longer exist.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: deletedMessage });
  }

  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={isBusy ? words.busy : words.confirm}
      cancelLabel={words.cancel}
      isBusy={isBusy}
      onConfirm={() => startTransition(remove)}
      onCancel={onClose}
      details={details}
    >
      {children ?? (
        <>
          Are you sure you want to delete{" "}
          <strong className="font-medium text-ink">
            <bdi>{name}</bdi>
          </strong>
          ? This action cannot be undone.
        </>
      )}
    </ConfirmDialog>
  );
}
