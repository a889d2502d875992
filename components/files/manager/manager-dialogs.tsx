"use client";

import { FileEditorDialog } from "@/components/file-editor/file-editor-dialog";
import { FilePreviewDialog } from "@/components/file-preview/file-preview-dialog";
import { DeleteItemsDialog } from "./actions/delete-items-dialog";
import { NewFolderDialog } from "./actions/new-folder-dialog";
import { itemsBetween } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import type { FileManager } from "./use-file-manager";

/** What stands over the listing. */
export function ManagerDialogs({ manager, root }: { manager: FileManager; root: string }) {
  const { project, opened, setOpened, folder, path } = manager;
  const close = () => setOpened(null);
  if (!opened) return null;
  if (opened.kind === "new-folder")
    return <NewFolderDialog place={partsOf(path).at(-1)?.name ?? root} onCreate={manager.actions.createFolder} onClose={close} />;
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
  const common = { project, item, onClose: close, onDownload: () => manager.download([item]) };
  if (opened.kind === "edit")
    return (
      <FileEditorDialog
        {...common}
        onSaved={(message) => {
          manager.say("success", message);
          folder.listing.reload();
        }}
        onPreview={() => setOpened({ kind: "preview", item })}
      />
    );
  return (
    <FilePreviewDialog
      {...common}
      onEdit={() => manager.edit(item)}
      neighbours={itemsBetween(folder.held, 0, (folder.held.total ?? 0) - 1).filter(({ type }) => type === "file")}
      onStep={(next) => setOpened({ kind: "preview", item: next })}
    />
  );
}
