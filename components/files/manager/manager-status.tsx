import { formatBytes } from "@/components/shared/format-bytes";
import { retryLabel, retryOf } from "@/components/shared/load-error";
import { MEDIUM, NARROW, useMedia } from "@/components/shared/use-media";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { ChosenActions } from "./chosen-actions";
import { countOf } from "./folder/item-paths";
import type { Folder } from "./folder/use-folder";
import { chosenBytes } from "./grid/selection";
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

function MissingRows({ folder: { held, error, listing }, isCrowded }: { folder: Folder; isCrowded: boolean }) {
  if (!error || held.pages.size === 0) return null;
  return (
    <span className="flex items-center gap-3">
      <span className={cn("text-danger-ink", isCrowded && "sr-only")}>
        {held.isStale ? "This list may be out of date." : "Some rows failed to load."}
      </span>
      <Button variant="secondary" size="small" onClick={retryOf(error, listing.retry)}>
        {retryLabel(error)}
      </Button>
    </span>
  );
}
