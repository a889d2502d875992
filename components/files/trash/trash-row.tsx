"use client";

import { RotateCcw, Trash2 } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import { rowStyles } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { TableCell, TableRow } from "@/components/ui/table";
import type { TrashItem } from "@/lib/files/trash/schema";
import { ItemIcon } from "../manager/grid/item-icon";
import { countFiles } from "../upload/upload-stats";
import { daysLeft, daysLeftText, FEW_DAYS } from "./trash-messages";

interface TrashRowProps {
  item: TrashItem;
  now: number;
  isSelected: boolean;
  isBusy: boolean;
  isBlocked: boolean;
  onToggle: () => void;
  onRestore: () => void;
  onDelete: () => void;
}

export function TrashRow({ item, now, isSelected, isBusy, isBlocked, onToggle, onRestore, onDelete }: TrashRowProps) {
  const { name, type, size, fileCount, from, deletedAt, deletedBy } = item;
  const days = daysLeft(item, now);
  const unavailable = isBusy || isBlocked ? "Wait until the current action finishes" : undefined;
  return (
    <TableRow className={cn(rowStyles, "max-md:grid-cols-[auto_minmax(0,1fr)_auto]", isSelected && "bg-accent-soft/50")} aria-busy={isBusy}>
      <TableCell className="w-10 max-md:w-auto max-md:p-0">
        <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onToggle} className="block pointer-coarse:size-5" />
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
        {type === "folder" ? <span className="block text-ink-muted text-sm">{countFiles(fileCount)}</span> : null}
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
          <RowButton icon={RotateCcw} label="Restore" about={name} unavailable={unavailable} onClick={onRestore} />
          <RowButton icon={Trash2} label="Delete Permanently" about={name} unavailable={unavailable} isCompact onClick={onDelete} />
        </div>
      </TableCell>
    </TableRow>
  );
}
