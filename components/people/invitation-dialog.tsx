import { useTransition } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { NOTICE_MS, useBanner } from "@/components/shared/notices/banner";
import { requestJson, serverMessage } from "@/components/shared/request-json";

const actions = {
  resend: {
    method: "POST",
    title: "Resend Invitation",
    confirm: "Resend",
    busy: "Sending...",
    effect: "gets another mail. The link of the former mail stops working at once.",
    done: "Invitation sent again",
    failed: "Failed to send the invitation",
  },
  revoke: {
    method: "DELETE",
    title: "Revoke Invitation",
    confirm: "Revoke",
    busy: "Revoking...",
    effect: "can't accept the invitation any more. The account is deleted. This action cannot be undone.",
    done: "Invitation revoked",
    failed: "Failed to revoke the invitation",
  },
} as const;

interface InvitationDialogProps {
  action: keyof typeof actions;
  name: string;
  /** API path. */
  path: string;
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Sends an invitation again, or revokes it, after a confirmation. */
export function InvitationDialog({ action, name, path, reload, onClose }: InvitationDialogProps) {
  const { showBanner } = useBanner();
  const [isBusy, startTransition] = useTransition();
  const { method, title, confirm, busy, effect, done, failed } = actions[action];

  async function run() {
    let failure: string | null = null;
    try {
      await requestJson(path, { method });
    } catch (error) {
      failure = serverMessage(error, failed);
    }
    // Reload before the dialog closes: the row that would get the focus back may no longer exist.
    await reload();
    onClose();
    if (failure) showBanner({ tone: "error", message: failure, timeout: NOTICE_MS });
    else showBanner({ tone: "success", message: done });
  }

  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirmLabel={isBusy ? busy : confirm}
      isBusy={isBusy}
      onConfirm={() => startTransition(run)}
      onCancel={onClose}
    >
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>{" "}
      {effect}
    </ConfirmDialog>
  );
}
