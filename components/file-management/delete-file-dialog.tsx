"use client";

import { useState } from "react";
import { nameOfFile } from "@/components/files/platform/file-columns";
import { useBanner } from "@/components/shared/banner-provider";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS, SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { requestJson } from "@/components/shared/request-json";
import { FILE_MANAGEMENT_PATH, type PlatformFile } from "@/lib/files/platform/schema";
import { DELETED, FAILED_TO_DELETE } from "./file-texts";

interface DeleteFileDialogProps {
  file: PlatformFile;
  /** Brings the list and the figures anew. */
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks, deletes for good, brings the list anew, and closes whether it worked or not (spec 000 §4). */
export function DeleteFileDialog({ file, reload, onClose }: DeleteFileDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, setIsBusy] = useState(false);

  async function remove() {
    setIsBusy(true);
    const failure = await requestJson(`${FILE_MANAGEMENT_PATH}/delete/${file._id}`, { method: "DELETE" }).then(
      () => null,
      (error: unknown) => serverMessage(error, FAILED_TO_DELETE),
    );
    // Before it closes: the row that the focus would return to may be gone.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: DELETED, timeout: SUCCESS_NOTICE_MS });
  }

  return (
    <ConfirmDialog
      isOpen
      title="Delete File"
      confirmLabel={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      Are you sure you want to delete{" "}
      <strong className="font-medium text-ink">
        <bdi>{nameOfFile(file)}</bdi>
      </strong>
      ? This action cannot be undone.
    </ConfirmDialog>
  );
}
