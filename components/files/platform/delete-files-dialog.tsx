"use client";

import { Trash2, X } from "lucide-react";
import { useId, useState } from "react";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { ChoiceCard } from "@/components/shared/form/choice-card";
import type { PlatformFile } from "@/lib/files/platform/schema";
import { FILE_MANAGEMENT_PATH } from "@/lib/files/platform/values";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { nameOfFile } from "./file-columns";

interface DeleteFilesDialogProps {
  files: readonly PlatformFile[];
  reload: () => Promise<void>;
  onClose: () => void;
}

/** Asks whether files move to the trash or are deleted permanently, and deletes them. */
export function DeleteFilesDialog({ files, ...dialog }: DeleteFilesDialogProps) {
  const [isPermanent, setPermanent] = useState(false);
  const group = useId();
  const only = files.length === 1 ? files[0] : undefined;
  const count = `${files.length} files`;
  const name = only ? nameOfFile(only) : count;
  const choice = { name: group, isDisabled: false };
  return (
    <DeleteDialog
      title={only ? "Delete File" : "Delete Files"}
      name={name}
      path={files.map(({ _id }) => `${FILE_MANAGEMENT_PATH}/delete/${_id}${isPermanent ? "?permanently=true" : ""}`)}
      deletedMessage={only ? "File deleted successfully" : `${count} deleted successfully`}
      failedMessage="Failed to delete file"
      details={
        <fieldset className="grid gap-2 pt-1">
          <legend className="sr-only">How to delete</legend>
          <ChoiceCard {...choice} icon={Trash2} title="Move to trash" isChosen={!isPermanent} onChoose={() => setPermanent(false)}>
            Can be restored for {TRASH_DAYS} days. Still takes up space.
          </ChoiceCard>
          <ChoiceCard {...choice} icon={X} title="Delete permanently" isChosen={isPermanent} onChoose={() => setPermanent(true)}>
            Can't be restored. Frees the space.
          </ChoiceCard>
        </fieldset>
      }
      {...dialog}
    >
      Are you sure you want to delete <bdi className="font-medium text-ink">{name}</bdi>?
      {isPermanent ? " This action cannot be undone." : ""}
    </DeleteDialog>
  );
}
