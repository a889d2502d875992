"use client";

import { useId, useState } from "react";
import { LoadMore } from "@/components/shared/list/load-more";
import { useNow } from "@/components/shared/time/use-now";
import { Checkbox } from "@/components/ui/checkbox";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TrashRow } from "./trash-row";
import type { Trash } from "./use-trash";

const ROWS_AT_ONCE = 100;

interface TrashTableProps {
  items: readonly TrashItem[];
  trash: Trash;
  chosen: readonly TrashItem[];
  onChoose: (items: readonly TrashItem[]) => void;
  onDelete: (item: TrashItem) => void;
}

export function TrashTable({ items, trash: { work, restore }, chosen, onChoose, onDelete }: TrashTableProps) {
  const selectAll = useId();
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const [openedAt] = useState(() => Date.now());
  const now = useNow(openedAt);
  const shown = items.slice(0, count);
  const selected = new Set(chosen);
  return (
    <div className="grid gap-3">
      <Table aria-label="Trash" className="max-md:block">
        <TableHeader className="max-md:block max-md:px-4">
          <TableRow className="max-md:flex max-md:items-center max-md:gap-4">
            <TableHead className="w-10 max-md:flex max-md:items-center max-md:p-0">
              <div className="flex items-center gap-2.5">
                <Checkbox
                  id={selectAll}
                  checked={chosen.length === items.length}
                  isMixed={chosen.length > 0 && chosen.length < items.length}
                  onChange={() => onChoose(chosen.length === items.length ? [] : items)}
                  className="block pointer-coarse:size-5"
                />
                <label htmlFor={selectAll} className="md:sr-only">
                  Select all
                </label>
              </div>
            </TableHead>
            {["Name", "Size", "Deleted", "Time Left"].map((heading) => (
              <TableHead key={heading} className="max-md:sr-only">
                {heading}
              </TableHead>
            ))}
            <TableHead className="max-md:sr-only">
              <span className="sr-only">Actions</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody className="max-md:block">
          {shown.map((item) => (
            <TrashRow
              key={item._id}
              item={item}
              now={now}
              isSelected={selected.has(item)}
              isBusy={work?.ids.has(item._id) ?? false}
              isBlocked={work !== null}
              onToggle={() => onChoose(selected.has(item) ? chosen.filter((one) => one !== item) : [...chosen, item])}
              onRestore={() => void restore([item])}
              onDelete={() => onDelete(item)}
            />
          ))}
        </TableBody>
      </Table>
      <LoadMore
        list={{
          total: items.length,
          hasMore: shown.length < items.length,
          isLoadingMore: false,
          loadMore: () => setCount((before) => before + ROWS_AT_ONCE),
        }}
        shown={shown.length}
        noun={["item", "items"]}
        messageOf={() => ""}
      />
    </div>
  );
}
