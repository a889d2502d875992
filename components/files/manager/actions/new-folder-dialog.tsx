"use client";

import { useId, useState } from "react";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NewFolderDialogProps {
  parentName: string;
  onCreate: (name: string) => Promise<boolean>;
  onClose: () => void;
}

export function NewFolderDialog({ parentName, onCreate, onClose }: NewFolderDialogProps) {
  const id = useId();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isBlank = name.trim() === "";

  async function create() {
    if (isBlank || isBusy) return;
    setBusy(true);
    const isDone = await onCreate(name.trim());
    setBusy(false);
    if (isDone) onClose();
  }

  return (
    <FormDialog
      title="Create New Folder"
      description={`In ${parentName}`}
      saveLabel="Create"
      savingLabel="Creating..."
      isSaving={isBusy}
      canSave={!isBlank}
      isChanged={false}
      failure={null}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
      onClose={onClose}
      className="sm:max-w-md"
    >
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Folder name</Label>
        <Input id={id} value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" spellCheck={false} />
      </div>
    </FormDialog>
  );
}
