"use client";

import { useTransition } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { isGone } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";

interface RevokeDialogProps {
  token: { _id: string; name: string };
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a token is revoked. Ignores 404, because that token is revoked already. */
export function RevokeDialog({ token: { _id, name }, reload, onClose }: RevokeDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();

  async function revoke() {
    let failure: string | null = null;
    try {
      await requestJson(`/api/auth/tokens/${_id}`, { method: "DELETE" });
    } catch (error) {
      if (!isGone(error)) failure = serverMessage(error, "Failed to revoke API token");
    }
    // Reload before the dialog closes: the row that would get the focus back may no longer exist.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: "API token revoked" });
  }

  return (
    <ConfirmDialog
      isOpen
      title="Revoke API Token"
      confirmLabel={isBusy ? "Revoking..." : "Revoke"}
      isBusy={isBusy}
      onConfirm={() => startTransition(revoke)}
      onCancel={onClose}
    >
      Programs that use{" "}
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>{" "}
      lose access at once. This can't be undone.
    </ConfirmDialog>
  );
}
