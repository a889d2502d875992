"use client";

import { useBanner } from "@/components/shared/notices/banner-provider";
import { FileEditorDialog } from "../editor/file-editor-dialog";
import { FilePreviewDialog } from "../preview/file-preview-dialog";
import { DeleteItemsDialog } from "./actions/delete-items-dialog";
import { NewFolderDialog } from "./actions/new-folder-dialog";
import { itemsBetween } from "./folder/folder-pages";
import { partsOf } from "./folder/item-paths";
import type { FileManager } from "./use-file-manager";

export function ManagerDialogs({ manager, root }: { manager: FileManager; root: string }) {
  const { showBanner } = useBanner();
  const { project, opened, setOpened, folder, path } = manager;
  const close = () => setOpened(null);
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
  const common = { project, item, onClose: close, onDownload: () => manager.download([item]) };
  if (opened.kind === "edit")
    return (
      <FileEditorDialog
        {...common}
        onSaved={(message) => {
          showBanner({ tone: "success", message });
          folder.listing.reload();
        }}
        onPreview={() => setOpened({ kind: "preview", item })}
      />
    );
  return (
    <FilePreviewDialog
      {...common}
      onEdit={() => manager.edit(item)}
      files={itemsBetween(folder.held, 0, (folder.held.total ?? 0) - 1).filter(({ type }) => type === "file")}
      onStep={(next) => setOpened({ kind: "preview", item: next })}
    />
  );
}
