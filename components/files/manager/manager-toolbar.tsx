import {
  ArrowUp,
  ClipboardPaste,
  Copy,
  Download,
  FileUp,
  FolderPlus,
  FolderUp,
  type LucideIcon,
  RefreshCw,
  Scissors,
  Trash,
  Trash2,
  X,
} from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { SearchField } from "@/components/shared/list/search-field";
import { retryLabel, retryOf } from "@/components/shared/load-error";
import { isSignedOut } from "@/components/shared/request-json";
import { staleText } from "@/components/shared/stale/stale-notice";
import { MEDIUM, NARROW, useMedia } from "@/components/shared/use-media";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { FilesPicker, FolderPicker } from "@/components/upload/source/pickers";
import type { FileUpload } from "../upload/use-file-upload";
import { Breadcrumb } from "./breadcrumb";
import { countOf } from "./folder/item-paths";
import type { Folder } from "./folder/use-folder";
import { chosenBytes } from "./grid/use-selection";
import type { FileManager } from "./use-file-manager";

export function ManagerStatus({ manager }: { manager: FileManager }) {
  const { folder, selection, actions, deleting } = manager;
  const isNarrow = useMedia(NARROW);
  const { chosen } = selection.selection;
  const { total, isStale } = folder.held;
  const isWorking = selection.isGathering || actions.isBusy || deleting.isRestoring || (isStale && !folder.error);
  const parts = [total === null ? "" : countOf(total, "item")];
  if (folder.search !== "" && total !== null) parts[0] = `${countOf(total, "item")} found`;
  if (chosen.size > 0) parts.push(`${chosen.size.toLocaleString("en-US")} selected`, formatBytes(chosenBytes(selection.selection)));
  const hasActions = useMedia(MEDIUM) && chosen.size > 0;
  const isCrowded = hasActions && isNarrow;
  return (
    <footer className="flex min-h-10 items-center gap-3 border-t px-4 py-1 text-ink-muted text-sm pointer-coarse:min-h-12">
      <p role="status" className={cn("min-w-0 flex-1 truncate tabular-nums", isCrowded && "sr-only")}>
        {isCrowded ? parts[1] : parts.filter(Boolean).join(" · ")}
      </p>
      {isCrowded ? <span className="flex-1" /> : null}
      {isWorking ? (
        <span className="flex animate-late items-center gap-2">
          <Spinner />
          <span className="max-md:sr-only">{selection.isGathering ? "Selecting..." : "Working..."}</span>
        </span>
      ) : null}
      <MissingRows folder={folder} isCrowded={isCrowded} />
      {hasActions ? <ChosenActions manager={manager} /> : null}
    </footer>
  );
}

function MissingRows({ folder: { held, error, loadedAt, listing }, isCrowded }: { folder: Folder; isCrowded: boolean }) {
  if (!error || held.pages.size === 0) return null;
  return (
    <span className="flex items-center gap-3">
      <span className={cn("text-danger-ink", isCrowded && "sr-only")}>
        {held.isStale ? staleText(loadedAt) : "Some rows failed to load."}
      </span>
      <Button variant="secondary" size="small" onClick={retryOf(error, listing.retry)}>
        {held.isStale && !isSignedOut(error) ? "Try Again" : retryLabel(error)}
      </Button>
    </span>
  );
}

interface ToolButtonProps extends Omit<ButtonProps, "children" | "size"> {
  icon: LucideIcon;
  label: string;
  keys?: string;
  labelFrom?: "always" | "md" | "lg";
}

const labels = { always: "", md: "max-md:sr-only", lg: "max-lg:sr-only" } as const;
const sizes = {
  always: "",
  md: "max-md:w-8 max-md:px-0 max-md:pointer-coarse:w-10",
  lg: "max-lg:w-8 max-lg:px-0 max-lg:pointer-coarse:w-10",
} as const;

function ToolButton({ icon: Icon, label, keys, labelFrom, className, variant = "ghost", ...props }: ToolButtonProps) {
  return (
    <Button
      variant={variant}
      size={labelFrom ? "small" : "small-icon"}
      title={keys ? `${label} (${keys})` : label}
      className={cn(labelFrom && sizes[labelFrom], className)}
      {...props}
    >
      {props.busy ? null : <Icon aria-hidden />}
      <span className={labelFrom ? labels[labelFrom] : "sr-only"}>{label}</span>
    </Button>
  );
}

function ChosenActions({ manager }: { manager: FileManager }) {
  const { selection } = manager;
  const items = () => [...selection.selection.chosen.values()];
  const count = selection.selection.chosen.size;
  return (
    <fieldset aria-label="Selected items" className="flex items-center gap-1">
      <ToolButton icon={Download} label="Download" onClick={() => manager.actions.download(items())} />
      <ToolButton icon={Scissors} label="Cut" keys="Ctrl+X" onClick={() => manager.clipboard.cut(items())} />
      <ToolButton icon={Copy} label="Copy" keys="Ctrl+C" onClick={() => manager.clipboard.copy(items())} />
      <ToolButton
        icon={Trash2}
        label={`Delete (${count.toLocaleString("en-US")})`}
        labelFrom="always"
        className="text-danger-ink not-disabled:hover:bg-danger-soft not-disabled:hover:text-danger-ink"
        onClick={() => manager.dialogs.askDelete(items())}
      />
      <ToolButton icon={X} label="Clear Selection" keys="Esc" onClick={selection.clear} />
    </fieldset>
  );
}

interface ManagerToolbarProps {
  manager: FileManager;
  root: string;
  upload: FileUpload;
  over: string | null;
  onTrash: () => void;
}

export function ManagerToolbar({ manager, root, upload, over, onTrash }: ManagerToolbarProps) {
  const { folder, place, clipboard, selection } = manager;
  const { path } = place;
  const isNarrow = useMedia(NARROW);
  const hasRoom = !useMedia(MEDIUM);
  const trash = <ToolButton icon={Trash} label="Trash" labelFrom="lg" onClick={onTrash} />;
  return (
    <div className="grid gap-2 border-b px-3 py-2.5 sm:px-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <ToolButton icon={ArrowUp} label="Back" keys="Backspace" disabled={path === ""} onClick={place.up} />
          <Breadcrumb root={root} path={path} over={over} onOpen={place.openFolder} />
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
          onClick={() => manager.dialogs.askFolderName()}
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
        <ToolButton icon={RefreshCw} label="Refresh" onClick={() => place.load()} />
        {clipboard.count > 0 ? (
          <ToolButton
            icon={ClipboardPaste}
            label={`Paste (${clipboard.count.toLocaleString("en-US")})`}
            keys="Ctrl+V"
            labelFrom="lg"
            disabled={!clipboard.canPaste(path)}
            onClick={() => clipboard.paste()}
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
