"use client";

import { useMemo, useState } from "react";
import type { Column } from "@/components/shared/list/list-table";
import { Checkbox } from "@/components/ui/checkbox";

/** Keeps which rows of a list are selected. Rows that the list no longer has are not. */
export function useSelectedRows<Row extends { _id: string }>(rows: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const selected = rows.filter(({ _id }) => ids.has(_id));
    const select = (these: readonly Row[], isSelected: boolean) => {
      const theirs = these.map(({ _id }) => _id);
      setIds((before) => new Set(isSelected ? [...before, ...theirs] : [...before].filter((id) => !theirs.includes(id))));
    };
    const isAll = rows.length > 0 && selected.length === rows.length;
    const all = { checked: isAll, isMixed: selected.length > 0 && !isAll, onChange: () => select(rows, !isAll) };
    return { selected, select, isSelected: ({ _id }: Row) => ids.has(_id), all };
  }, [rows, ids]);
}

export type SelectedRows<Row extends { _id: string }> = ReturnType<typeof useSelectedRows<Row>>;

function checkboxOf<Row extends { _id: string }>(
  { select, isSelected }: Pick<SelectedRows<Row>, "select" | "isSelected">,
  nameOf: (row: Row) => string,
) {
  return (row: Row) => (
    <Checkbox
      aria-label={`Select ${nameOf(row)}`}
      checked={isSelected(row)}
      onChange={(event) => select([row], event.target.checked)}
      className="block pointer-coarse:size-5"
    />
  );
}

/** Returns the column with the checkboxes of a list. */
export function selectColumn<Row extends { _id: string }>(
  { select, isSelected, all }: SelectedRows<Row>,
  { label, nameOf, className }: { label: string; nameOf: (row: Row) => string; className: string },
): Column<Row> {
  return {
    header: "Select",
    head: <Checkbox aria-label={label} {...all} className="block" />,
    className,
    cell: checkboxOf({ select, isSelected }, nameOf),
  };
}

/** Adds the checkboxes to the first column, for a list without a column of their own. */
export function withCheckboxes<Row extends { _id: string }>(
  [first, ...others]: readonly Column<Row>[],
  selection: SelectedRows<Row>,
  nameOf: (row: Row) => string,
): Column<Row>[] {
  if (!first) return [];
  const checkbox = checkboxOf(selection, nameOf);
  const cell = (row: Row) => (
    <span className="flex items-center gap-3">
      {checkbox(row)}
      {first.cell(row)}
    </span>
  );
  return [{ ...first, cell }, ...others];
}
