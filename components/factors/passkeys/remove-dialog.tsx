"use client";

import { useTransition } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { isGone } from "@/components/shared/load-error";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";
import type { PasskeySummary } from "@/lib/accounts/passkeys/schema";

interface RemoveDialogProps {
  passkey: PasskeySummary;
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a passkey is removed. Ignores 404, because that passkey is removed already. */
export function RemoveDialog({ passkey: { _id, name }, reload, onClose }: RemoveDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();

  async function remove() {
    let failure: string | null = null;
    try {
      await requestJson(`/api/auth/passkeys/${_id}`, { method: "DELETE" });
    } catch (error) {
      if (!isGone(error)) failure = serverMessage(error, "Failed to remove passkey");
    }
    // Reload before the dialog closes: the row that would get the focus back may no longer exist.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: "Passkey removed" });
  }

  return (
    <ConfirmDialog
      isOpen
      title="Remove Passkey"
      confirmLabel={isBusy ? "Removing..." : "Remove"}
      isBusy={isBusy}
      onConfirm={() => startTransition(remove)}
      onCancel={onClose}
    >
      You won't be able to sign in with{" "}
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>{" "}
      any more. Delete it from your device or password manager too.
    </ConfirmDialog>
  );
}
