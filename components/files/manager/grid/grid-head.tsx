import { ArrowDown01 } from "lucide-react";
import type { ReactNode } from "react";
import { SortArrow } from "@/components/shared/list/list-table";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { GridHeadCell, GridRow, GridRows } from "@/components/ui/grid";
import type { BrowseSort } from "@/lib/files/schema";
import type { Folder } from "../folder/use-folder";
import { cells, columns, HEAD_HEIGHT } from "./grid-layout";

interface GridHeadProps {
  folder: Pick<Folder, "chosenSort" | "setSort" | "isNatural" | "sortNaturally">;
  chosen: number;
  total: number;
  onAll: () => void;
  onNone: () => void;
}

export function GridHead({ folder, chosen, total, onAll, onNone }: GridHeadProps) {
  const { isNatural, sortNaturally } = folder;
  const order = { sort: folder.chosenSort, onSortChange: folder.setSort };
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
        <SortHead column="name" label="Name" className="flex items-center" {...order}>
          <Button
            variant="ghost"
            size="small-icon"
            aria-pressed={isNatural}
            aria-label="Sort numbers by value"
            title="Sort numbers by value: t2 before t10"
            className={cn("ml-1 size-7 sm:ml-3 pointer-coarse:size-10", isNatural && "bg-accent-soft text-accent-ink")}
            onClick={() => sortNaturally(!isNatural)}
          >
            <ArrowDown01 aria-hidden />
          </Button>
        </SortHead>
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
  children?: ReactNode;
}

function SortHead({ column, label, sort, onSortChange, className, children }: SortHeadProps) {
  const isAscending = sort === `${column}-asc`;
  const ordered = isAscending ? "ascending" : "descending";
  const direction = sort.startsWith(`${column}-`) ? ordered : "none";
  return (
    <GridHeadCell aria-sort={direction} className={className}>
      <button
        type="button"
        onClick={() => onSortChange(`${column}-${isAscending ? "desc" : "asc"}`)}
        className="-mx-2 inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-line/60 hover:text-ink max-md:mx-0 [&_svg]:size-3.5 [&_svg]:shrink-0"
      >
        {label}
        <SortArrow direction={direction} />
      </button>
      {children}
    </GridHeadCell>
  );
}
