"use client";

import { useState } from "react";
import type { PeopleTexts } from "@/components/people/people-kind";
import { useBanner } from "@/components/shared/banner-provider";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS, SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { requestJson } from "@/components/shared/request-json";

interface DeleteDialogProps {
  texts: PeopleTexts;
  name: string;
  /** The call that deletes. */
  path: string;
  /** Brings the list anew. */
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks, deletes, brings the list anew, and closes whether it worked or not (spec 000 §4). */
export function DeleteDialog({ texts, name, path, reload, onClose }: DeleteDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, setIsBusy] = useState(false);

  async function remove() {
    setIsBusy(true);
    const failure = await requestJson(path, { method: "DELETE" }).then(
      () => null,
      (error: unknown) => serverMessage(error, texts.failedToDelete),
    );
    // Before it closes: the row that the focus would return to may be gone.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: texts.deleted, timeout: SUCCESS_NOTICE_MS });
  }

  return (
    <ConfirmDialog
      isOpen
      title={texts.deleteTitle}
      confirmLabel={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Are you sure you want to delete{" "}
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>
      ? This action cannot be undone.
    </ConfirmDialog>
  );
}
