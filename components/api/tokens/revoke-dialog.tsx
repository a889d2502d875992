"use client";

import { DeleteDialog } from "@/components/shared/delete-dialog";

interface RevokeDialogProps {
  token: { _id: string; name: string };
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a token is revoked. Ignores 404, because that token is revoked already. */
export function RevokeDialog({ token: { _id, name }, reload, onClose }: RevokeDialogProps) {
  return (
    <DeleteDialog
      title="Revoke API Token"
      name={name}
      path={`/api/auth/tokens/${_id}`}
      deletedMessage="API token revoked"
      failedMessage="Failed to revoke API token"
      ignoresGone
      words={{ confirm: "Revoke", busy: "Revoking...", cancel: "Cancel" }}
      reload={reload}
      onClose={onClose}
    >
      Programs that use{" "}
      <strong className="font-medium text-ink">
        <bdi>{name}</bdi>
      </strong>{" "}
      lose access at once. This can't be undone.
    </DeleteDialog>
  );
}
