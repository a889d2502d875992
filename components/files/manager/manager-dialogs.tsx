"use client";

import { useId, useState } from "react";
import { deleteQuestion } from "@/components/files/trash/trash-messages";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { FormDialog } from "@/components/shared/form/form-dialog";
import { useBanner } from "@/components/shared/notices/banner";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import type { FileItem } from "@/lib/files/schema";
import { TRASH_DAYS } from "@/lib/trees/schema";
import { FileEditorDialog } from "../editor/file-editor-dialog";
import { FilePreviewDialog } from "../preview/file-preview-dialog";
import { itemsBetween } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import type { FileManager } from "./use-file-manager";

const NAMED = 3;

interface DeleteItemsDialogProps {
  items: readonly FileItem[];
  done: number | null;
  onDelete: (permanently: boolean) => void;
  onStop: () => void;
  onClose: () => void;
}

function DeleteItemsDialog({ items, done, onDelete, onStop, onClose }: DeleteItemsDialogProps) {
  const id = useId();
  const [isPermanent, setPermanent] = useState(false);
  const isBusy = done !== null;
  const named = items.slice(0, NAMED).map(({ name }) => name);
  const rest = items.length - named.length;
  return (
    <ConfirmDialog
      isOpen
      title="Delete Items"
      confirmLabel={isBusy ? "Deleting..." : "Delete"}
      isBusy={isBusy}
      onConfirm={() => onDelete(isPermanent)}
      onStop={onStop}
      onCancel={onClose}
      details={
        <>
          <ul className="my-1 grid gap-0.5 rounded-lg border bg-surface px-3 py-2">
            {named.map((name) => (
              <li key={name} className="truncate">
                <bdi>{name}</bdi>
              </li>
            ))}
            {rest > 0 ? <li className="text-ink-muted">and {rest.toLocaleString("en-US")} more</li> : null}
          </ul>
          <label htmlFor={id} className="flex w-fit items-center gap-2.5 py-1">
            <Checkbox id={id} checked={isPermanent} disabled={isBusy} onChange={(event) => setPermanent(event.target.checked)} />
            Delete permanently
          </label>
          {isBusy && items.length > 1 ? (
            <div className="grid gap-1.5">
              <Progress value={(100 * done) / items.length} label="Deleting" />
              <p className="text-ink-muted text-sm tabular-nums">
                {done.toLocaleString("en-US")} of {items.length.toLocaleString("en-US")} deleted
              </p>
            </div>
          ) : null}
        </>
      }
    >
      {isPermanent
        ? deleteQuestion(items.length)
        : `Are you sure you want to delete ${items.length} item(s)? They can be restored from the trash for ${TRASH_DAYS} days.`}
    </ConfirmDialog>
  );
}

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
