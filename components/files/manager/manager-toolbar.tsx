import { ArrowUp, ClipboardPaste, FileUp, FolderPlus, FolderUp, RefreshCw, Trash } from "lucide-react";
import { FilesPicker, FolderPicker } from "@/components/publish/source/pickers";
import { SearchField } from "@/components/shared/list/search-field";
import { MEDIUM, NARROW, useMedia } from "@/components/shared/use-media";
import type { FileUpload } from "../upload/use-file-upload";
import { Breadcrumb } from "./breadcrumb";
import { ChosenActions } from "./chosen-actions";
import { ToolButton } from "./tool-button";
import type { FileManager } from "./use-file-manager";

interface ManagerToolbarProps {
  manager: FileManager;
  root: string;
  upload: FileUpload;
  over: string | null;
  onTrash: () => void;
}

export function ManagerToolbar({ manager, root, upload, over, onTrash }: ManagerToolbarProps) {
  const { folder, path, clipboard, selection } = manager;
  const isNarrow = useMedia(NARROW);
  const hasRoom = !useMedia(MEDIUM);
  const trash = <ToolButton icon={Trash} label="Trash" labelFrom="lg" onClick={onTrash} />;
  return (
    <div className="grid gap-2 border-b px-3 py-2.5 sm:px-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <ToolButton icon={ArrowUp} label="Back" keys="Backspace" disabled={path === ""} onClick={manager.up} />
          <Breadcrumb root={root} path={path} over={over} onOpen={manager.openFolder} />
          {isNarrow ? trash : null}
        </div>
        <search className="w-full sm:w-64">
          <SearchField value={folder.typed} onChange={folder.setTyped} placeholder="Search files..." />
        </search>
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-1.5 pointer-coarse:min-h-10">
        <ToolButton
          icon={FolderPlus}
          label="New Folder"
          labelFrom="md"
          variant="secondary"
          onClick={() => manager.setOpened({ kind: "new-folder" })}
        />
        {/* Without icons on phones, so that all buttons fit on one line. */}
        <span className="contents max-sm:[&_button]:px-2.5 max-sm:[&_svg]:hidden">
          <FilesPicker
            label="Upload Files"
            icon={FileUp}
            size="small"
            disabled={upload.isBusy}
            onChoose={(choice) => upload.start(choice, { path, kind: "files" })}
          />
          <FolderPicker
            label="Upload Folder"
            icon={FolderUp}
            variant="secondary"
            size="small"
            disabled={upload.isBusy}
            onChoose={(choice) => upload.start(choice, { path, kind: "folder" })}
          />
        </span>
        <ToolButton icon={RefreshCw} label="Refresh" onClick={() => manager.load()} />
        {clipboard.count > 0 ? (
          <ToolButton
            icon={ClipboardPaste}
            label={`Paste (${clipboard.count.toLocaleString("en-US")})`}
            keys="Ctrl+V"
            labelFrom="lg"
            disabled={!clipboard.canPaste(path)}
            onClick={() => manager.paste()}
          />
        ) : null}
        <div className="ml-auto flex items-center gap-1">
          {hasRoom && selection.selection.chosen.size > 0 ? <ChosenActions manager={manager} /> : null}
          {isNarrow ? null : trash}
        </div>
      </div>
    </div>
  );
}
