"use client";

import { useTransition } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { isGone, UNREACHABLE } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import type { ShareLink } from "@/lib/projects/share-links/schema";
import { SHARE_LINKS_PATH } from "@/lib/projects/share-links/values";
import { nameOfLink } from "./link-facts";

interface RevokeDialogProps {
  /** Null while the dialog is closed. */
  link: ShareLink | null;
  reload: () => Promise<void>;
  onClose: () => void;
}

export function RevokeDialog({ link, reload, onClose }: RevokeDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();

  async function revoke({ _id }: ShareLink) {
    let failure: string | null = null;
    try {
      await requestJson(`${SHARE_LINKS_PATH}/${_id}`, { method: "DELETE" });
    } catch (error) {
      // Another admin revoked it.
      if (!isGone(error)) failure = serverMessage(error, "Failed to revoke the link", UNREACHABLE);
    }
    // Reload before the dialog closes: the row that would get the focus back may no longer exist.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: "Link revoked" });
  }

  return (
    <ConfirmDialog
      isOpen={link !== null}
      title="Revoke Link"
      confirmLabel={isBusy ? "Revoking..." : "Revoke"}
      isBusy={isBusy}
      onConfirm={() => link && startTransition(() => revoke(link))}
      onCancel={onClose}
    >
      <bdi className="font-medium text-ink">{link ? nameOfLink(link) : null}</bdi> stops working for everyone who has it. Maps that it
      opened close within 30 seconds. This action cannot be undone.
    </ConfirmDialog>
  );
}
