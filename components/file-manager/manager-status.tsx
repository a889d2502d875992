import { formatBytes } from "@/components/shared/format-bytes";
import { MEDIUM, NARROW, useMedia } from "@/components/shared/use-media";
import { Spinner } from "@/components/ui/spinner";
import { ChosenActions } from "./chosen-actions";
import { countItems } from "./item-paths";
import { chosenBytes } from "./selection";
import type { FileManager } from "./use-file-manager";

/** The line below the listing: how many there are, how many are chosen, and what is under way. */
export function ManagerStatus({ manager }: { manager: FileManager }) {
  const { folder, selection, actions } = manager;
  const isNarrow = useMedia(NARROW);
  const { chosen } = selection.selection;
  const { total } = folder.held;
  const isWorking = selection.isGathering || actions.isBusy || folder.held.isStale;
  const words = [total === null ? "" : countItems(total)];
  if (folder.search !== "" && total !== null) words[0] = `${countItems(total)} found`;
  if (chosen.size > 0) words.push(`${chosen.size.toLocaleString("en-US")} selected`, formatBytes(chosenBytes(selection.selection)));
  const hasActions = useMedia(MEDIUM) && chosen.size > 0;
  return (
    <footer className="flex min-h-10 items-center gap-3 border-t px-4 py-1 text-ink-muted text-sm pointer-coarse:min-h-12">
      <p role="status" className="min-w-0 flex-1 truncate tabular-nums">
        {hasActions && isNarrow ? words[1] : words.filter(Boolean).join(" · ")}
      </p>
      {isWorking ? (
        <span className="flex animate-late items-center gap-2">
          <Spinner />
          <span className="max-md:sr-only">{selection.isGathering ? "Selecting..." : "Working..."}</span>
        </span>
      ) : null}
      {hasActions ? <ChosenActions manager={manager} /> : null}
    </footer>
  );
}
