import { Copy, Download, Scissors, Trash2, X } from "lucide-react";
import { ToolButton } from "./tool-button";
import type { FileManager } from "./use-file-manager";

export function ChosenActions({ manager }: { manager: FileManager }) {
  const { selection } = manager;
  const items = () => [...selection.selection.chosen.values()];
  const count = selection.selection.chosen.size;
  return (
    <fieldset aria-label="Selected items" className="flex items-center gap-1">
      <ToolButton icon={Download} label="Download" onClick={() => manager.download(items())} />
      <ToolButton icon={Scissors} label="Cut" keys="Ctrl+X" onClick={() => manager.cut(items())} />
      <ToolButton icon={Copy} label="Copy" keys="Ctrl+C" onClick={() => manager.copy(items())} />
      <ToolButton
        icon={Trash2}
        label={`Delete (${count.toLocaleString("en-US")})`}
        labelFrom="always"
        className="text-danger-ink not-disabled:hover:bg-danger-soft not-disabled:hover:text-danger-ink"
        onClick={() => manager.askDelete(items())}
      />
      <ToolButton icon={X} label="Clear Selection" keys="Esc" onClick={selection.clear} />
    </fieldset>
  );
}
