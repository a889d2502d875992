"use client";

import { useId, useState } from "react";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { type Failure, failureOf } from "@/components/shared/form/form-failure";
import { serverMessage, UNREACHABLE } from "@/components/shared/load-error";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PROJECT_NAME_MAX } from "@/lib/projects/schema";
import type { TrashedProject } from "@/lib/projects/trash/schema";

interface RestoreDialogProps {
  project: TrashedProject;
  onRestore: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for another name for a project whose name was taken while it was in the trash. */
export function RestoreDialog({ project, onRestore, onClose }: RestoreDialogProps) {
  const id = useId();
  const [name, setName] = useState(`${project.name.slice(0, PROJECT_NAME_MAX - 11)} (restored)`);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function restore() {
    setBusy(true);
    setFailure(null);
    await onRestore(name).catch((error: unknown) =>
      setFailure(failureOf(error, serverMessage(error, "Failed to restore project", UNREACHABLE))),
    );
    setBusy(false);
  }

  return (
    <FormDialog
      title="Restore Project"
      description={`Another project is called “${project.name}” now. Restore this one under another name.`}
      saveLabel="Restore"
      savingLabel="Restoring..."
      isSaving={isBusy}
      canSave={name.trim() !== ""}
      isChanged={false}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        void restore();
      }}
      onClose={onClose}
      className="sm:max-w-md"
    >
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Project name</Label>
        <Input id={id} value={name} maxLength={PROJECT_NAME_MAX} onChange={(event) => setName(event.target.value)} autoComplete="off" />
      </div>
    </FormDialog>
  );
}
