import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { GridHeadCell, GridRow, GridRows } from "@/components/ui/grid";
import type { BrowseSort } from "@/lib/files/schema";
import { cells, columns, HEAD_HEIGHT } from "./grid-layout";

interface GridHeadProps {
  sort: BrowseSort;
  onSortChange: (sort: BrowseSort) => void;
  chosen: number;
  total: number;
  onAll: () => void;
  onNone: () => void;
}

export function GridHead({ sort, onSortChange, chosen, total, onAll, onNone }: GridHeadProps) {
  const order = { sort, onSortChange };
  const isAll = total > 0 && chosen >= total;
  return (
    <GridRows className="sticky top-0 z-10 border-b bg-surface text-ink-muted text-sm">
      <GridRow
        aria-rowindex={1}
        style={{ height: HEAD_HEIGHT }}
        className={cn(columns, "max-md:grid-cols-[2.75rem_auto_auto_minmax(0,1fr)]")}
      >
        <GridHeadCell className={cn(cells.check, "max-md:row-span-1")}>
          <Checkbox
            aria-label="Select all"
            checked={isAll}
            isMixed={chosen > 0 && !isAll}
            disabled={total === 0}
            onChange={() => (isAll ? onNone() : onAll())}
          />
        </GridHeadCell>
        <SortHead column="name" label="Name" {...order} />
        <SortHead column="size" label="Size" className="md:justify-self-end" {...order} />
        <SortHead column="modified" label="Modified" className="md:pl-6" {...order} />
        <GridHeadCell className="max-md:sr-only md:pr-5 md:text-right">Actions</GridHeadCell>
      </GridRow>
    </GridRows>
  );
}

interface SortHeadProps {
  column: "name" | "size" | "modified";
  label: string;
  sort: BrowseSort;
  onSortChange: (sort: BrowseSort) => void;
  className?: string;
}

function SortHead({ column, label, sort, onSortChange, className }: SortHeadProps) {
  const isAscending = sort === `${column}-asc`;
  const isDescending = sort === `${column}-desc`;
  const direction = isAscending ? "ascending" : "descending";
  const isSorted = isAscending || isDescending;
  return (
    <GridHeadCell aria-sort={isSorted ? direction : "none"} className={className}>
      <button
        type="button"
        onClick={() => onSortChange(`${column}-${isAscending ? "desc" : "asc"}`)}
        className="-mx-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-line/60 hover:text-ink max-md:mx-0 [&_svg]:size-3.5 [&_svg]:shrink-0"
      >
        {label}
        {isAscending ? <ArrowUp aria-hidden className="text-accent-ink" /> : null}
        {isDescending ? <ArrowDown aria-hidden className="text-accent-ink" /> : null}
        {isSorted ? null : <ChevronsUpDown aria-hidden className="opacity-45" />}
      </button>
    </GridHeadCell>
  );
}
