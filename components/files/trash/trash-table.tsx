"use client";

import { type ReactNode, useId, useState } from "react";
import { LoadMore } from "@/components/shared/list/load-more";
import { useNow } from "@/components/shared/time/use-now";
import { Checkbox } from "@/components/ui/checkbox";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { TrashItem } from "@/lib/files/trash/schema";
import { TrashRow } from "./trash-row";
import type { Trash } from "./use-trash";

/** Rows that are drawn at first, and as many again as they are scrolled to: some people delete file by file. */
const ROWS_AT_ONCE = 100;

interface TrashTableProps {
  items: TrashItem[];
  work: Trash["work"];
  selected: ReadonlySet<string>;
  onToggle: (item: TrashItem) => void;
  onToggleAll: () => void;
  onRestore: (item: TrashItem) => void;
  onDelete: (item: TrashItem) => void;
}

/** The items of the trash, newest first. */
export function TrashTable({ items, work, selected, onToggle, onToggleAll, onRestore, onDelete }: TrashTableProps) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const [openedAt] = useState(() => Date.now());
  const now = useNow(openedAt);
  const shown = items.slice(0, count);
  return (
    <div className="grid gap-3">
      <Table aria-label="Trash" className="max-md:block">
        <TableHeader className="max-md:block max-md:px-4">
          <TableRow className="max-md:flex max-md:items-center max-md:gap-4">
            <TableHead className="w-10 max-md:flex max-md:items-center max-md:p-0">
              <SelectAll selectedCount={selected.size} count={items.length} onToggleAll={onToggleAll} />
            </TableHead>
            <Heading>Name</Heading>
            <Heading>Size</Heading>
            <Heading>Deleted</Heading>
            <Heading>Time Left</Heading>
            <Heading>
              <span className="sr-only">Actions</span>
            </Heading>
          </TableRow>
        </TableHeader>
        <TableBody className="max-md:block">
          {shown.map((item) => (
            <TrashRow
              key={item._id}
              item={item}
              now={now}
              isSelected={selected.has(item._id)}
              isBusy={work?.ids.has(item._id) ?? false}
              isBlocked={work !== null}
              onToggle={onToggle}
              onRestore={onRestore}
              onDelete={onDelete}
            />
          ))}
        </TableBody>
      </Table>
      <LoadMore
        shown={shown.length}
        total={items.length}
        noun={["item", "items"]}
        hasMore={shown.length < items.length}
        isBusy={false}
        error={null}
        errorMessage={() => ""}
        onLoadMore={() => setCount((before) => before + ROWS_AT_ONCE)}
      />
    </div>
  );
}

/** Rows that are cards have no columns to head. */
function Heading({ children }: { children: ReactNode }) {
  return <TableHead className="max-md:sr-only">{children}</TableHead>;
}

function SelectAll({ selectedCount, count, onToggleAll }: { selectedCount: number; count: number; onToggleAll: () => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <Checkbox
        id={id}
        checked={selectedCount === count}
        isMixed={selectedCount > 0 && selectedCount < count}
        onChange={onToggleAll}
        className="block pointer-coarse:size-5"
      />
      <label htmlFor={id} className="md:sr-only">
        Select all
      </label>
    </div>
  );
}
