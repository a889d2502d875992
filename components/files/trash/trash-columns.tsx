import { RotateCcw, Trash2 } from "lucide-react";
import { formatBytes } from "@/components/shared/format-bytes";
import type { Column } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { type SelectedRows, selectColumn } from "@/components/shared/list/select-rows";
import { formatMoment, formatRelativeTime } from "@/components/shared/time/format-relative-time";
import { Badge } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import type { TrashItem } from "@/lib/files/trash/schema";
import { countOf } from "../manager/folder/item-paths";
import { ItemIcon } from "../manager/grid/item-icon";
import { daysLeft, daysLeftText, FEW_DAYS } from "./trash-messages";
import type { Trash } from "./use-trash";

/** Returns the columns of the trash. @param now milliseconds since 1970 */
export function trashColumns(
  selection: SelectedRows<TrashItem>,
  { work, restore }: Trash,
  now: number,
  onDelete: (item: TrashItem) => void,
): Column<TrashItem>[] {
  const unavailable = work ? "Wait until the current action finishes" : undefined;
  return [
    selectColumn(selection, { label: "Select all", nameOf: ({ name }) => name, className: "@max-table:col-span-2 @table:w-10" }),
    {
      header: "Name",
      className: "@max-table:col-span-2",
      cell: (item) => (
        <span className="flex items-start gap-2.5">
          {work?.has(item._id) ? <Spinner className="mt-0.5" /> : <ItemIcon item={item} className="mt-0.5 size-4" />}
          <span className="grid min-w-0 gap-0.5">
            <bdi className="wrap-anywhere font-medium">{item.name}</bdi>
            <span className="wrap-anywhere text-ink-muted text-sm">
              <span className="sr-only">Deleted from </span>
              {item.from === "" ? "Top folder" : <bdi>{item.from}</bdi>}
            </span>
          </span>
        </span>
      ),
    },
    {
      header: "Size",
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums",
      cell: (item) => (
        <>
          {formatBytes(item.size)}
          {item.type === "folder" ? <span className="block text-ink-muted text-sm">{countOf(item.fileCount, "file")}</span> : null}
        </>
      ),
    },
    {
      header: "Deleted",
      isLabelled: true,
      cell: (item) => (
        <>
          <time dateTime={item.deletedAt} title={formatMoment(item.deletedAt)}>
            {formatRelativeTime(item.deletedAt, now)}
          </time>
          <bdi className="wrap-anywhere block text-ink-muted text-sm">{item.deletedBy?.fullName ?? "Unknown"}</bdi>
        </>
      ),
    },
    {
      header: "Time Left",
      isLabelled: true,
      cell: (item) => {
        const days = daysLeft(item, now);
        return <Badge tone={days <= FEW_DAYS ? "warning" : "neutral"}>{daysLeftText(days)}</Badge>;
      },
    },
    {
      header: "Actions",
      className: "@max-table:col-span-2",
      cell: (item) => (
        <div className="flex justify-end gap-2">
          <RowButton icon={RotateCcw} label="Restore" about={item.name} unavailable={unavailable} onClick={() => void restore([item])} />
          <RowButton
            icon={Trash2}
            label="Delete Permanently"
            about={item.name}
            unavailable={unavailable}
            isCompact
            onClick={() => onDelete(item)}
          />
        </div>
      ),
    },
  ];
}
