"use client";

import { useId, useState } from "react";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { useBanner } from "@/components/shared/notices/banner";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FileEditorDialog } from "../editor/file-editor-dialog";
import { FilePreviewDialog } from "../preview/file-preview-dialog";
import { DeleteItemsDialog } from "./actions/delete-items-dialog";
import { itemsBetween } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import type { FileManager } from "./use-file-manager";

interface NewFolderDialogProps {
  parentName: string;
  onCreate: (name: string) => Promise<boolean>;
  onClose: () => void;
}

function NewFolderDialog({ parentName, onCreate, onClose }: NewFolderDialogProps) {
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

export function ManagerDialogs({ manager, root }: { manager: FileManager; root: string }) {
  const { showBanner } = useBanner();
  const { place, dialogs, folder } = manager;
  const { project, path } = place;
  const { opened, close } = dialogs;
  if (!opened) return null;
  if (opened.kind === "new-folder")
    return <NewFolderDialog parentName={partsOf(path).at(-1)?.name ?? root} onCreate={manager.actions.createFolder} onClose={close} />;
  if (opened.kind === "delete") {
    const { items } = opened;
    return (
      <DeleteItemsDialog
        items={items}
        done={manager.deleting.done}
        onDelete={(permanently) => void manager.deleting.run(items, permanently).then(close)}
        onStop={manager.deleting.stop}
        onClose={close}
      />
    );
  }
  const { item } = opened;
  const common = { project, item, onClose: close, onDownload: () => manager.actions.download([item]) };
  if (opened.kind === "edit")
    return (
      <FileEditorDialog
        {...common}
        onSaved={(message) => {
          showBanner({ tone: "success", message });
          folder.listing.reload();
        }}
        onPreview={() => dialogs.preview(item)}
      />
    );
  return (
    <FilePreviewDialog
      {...common}
      onEdit={() => dialogs.edit(item)}
      files={itemsBetween(folder.held, 0, (folder.held.total ?? 0) - 1).filter(({ type }) => type === "file")}
      onStep={dialogs.preview}
    />
  );
}
