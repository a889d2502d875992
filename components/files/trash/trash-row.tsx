"use client";

import { RotateCcw, Trash2 } from "lucide-react";
import { ItemIcon } from "@/components/files/manager/grid/item-icon";
import { formatBytes } from "@/components/shared/format-bytes";
import { rowStyles } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/spinner";
import { TableCell, TableRow } from "@/components/ui/table";
import type { TrashItem } from "@/lib/files/trash/schema";
import { daysLeft, daysLeftText } from "./trash-words";

/** From here on the days are worth a warning. */
const FEW_DAYS = 3;

interface TrashRowProps {
  item: TrashItem;
  /** Milliseconds since 1970. */
  now: number;
  isSelected: boolean;
  /** Something is being done with it. */
  isBusy: boolean;
  /** Something is being done with others. */
  isBlocked: boolean;
  onToggle: (item: TrashItem) => void;
  onRestore: (item: TrashItem) => void;
  onDelete: (item: TrashItem) => void;
}

/** Something that was deleted. On narrow screens it is a card. */
export function TrashRow({ item, now, isSelected, isBusy, isBlocked, onToggle, onRestore, onDelete }: TrashRowProps) {
  const { name, type, size, fileCount, from, deletedAt, deletedBy } = item;
  const days = daysLeft(item, now);
  const unavailable = isBusy || isBlocked ? "Something else is under way" : undefined;
  return (
    <TableRow
      className={classNames(rowStyles, "max-md:grid-cols-[auto_minmax(0,1fr)_auto]", isSelected && "bg-accent-soft/50")}
      aria-busy={isBusy}
    >
      <TableCell className="w-10 max-md:w-auto max-md:p-0">
        <Checkbox
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={() => onToggle(item)}
          className="block pointer-coarse:size-5"
        />
      </TableCell>
      <TableCell className="max-md:col-span-2 max-md:p-0">
        <span className="flex items-start gap-2.5">
          {isBusy ? <Spinner className="mt-0.5" /> : <ItemIcon item={item} className="mt-0.5 size-4" />}
          <span className="grid min-w-0 gap-0.5">
            <bdi className="wrap-anywhere font-medium">{name}</bdi>
            <span className="wrap-anywhere text-ink-muted text-sm">
              <span className="sr-only">Deleted from </span>
              {from === "" ? "Top folder" : <bdi>{from}</bdi>}
            </span>
          </span>
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap tabular-nums max-md:col-start-2 max-md:p-0">
        {formatBytes(size)}
        {type === "folder" ? (
          <span className="block text-ink-muted text-sm">
            {fileCount.toLocaleString("en-US")} {fileCount === 1 ? "file" : "files"}
          </span>
        ) : null}
      </TableCell>
      <TableCell className="max-md:col-start-2 max-md:p-0">
        <time dateTime={deletedAt} title={formatMoment(deletedAt)}>
          {formatRelativeTime(deletedAt, now)}
        </time>
        <span className="wrap-anywhere block text-ink-muted text-sm">{deletedBy ? <bdi>{deletedBy.fullName}</bdi> : "Unknown"}</span>
      </TableCell>
      <TableCell className="max-md:col-start-3 max-md:row-start-2 max-md:p-0 max-md:text-right">
        <Badge tone={days <= FEW_DAYS ? "warning" : "neutral"}>
          {daysLeftText(days)}
          <span className="md:sr-only"> left</span>
        </Badge>
      </TableCell>
      <TableCell className="max-md:col-span-3 max-md:p-0">
        <div className="flex justify-end gap-2">
          <RowButton icon={RotateCcw} label="Restore" about={name} unavailable={unavailable} onClick={() => onRestore(item)} />
          <RowButton
            icon={Trash2}
            label="Delete Permanently"
            about={name}
            unavailable={unavailable}
            isCompact
            onClick={() => onDelete(item)}
          />
        </div>
      </TableCell>
    </TableRow>
  );
}
