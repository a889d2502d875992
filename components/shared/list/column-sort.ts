import type { SortingState } from "@tanstack/react-table";

/** The orders of a list by their names in the API, as the column headers of its table show them. */
export type ColumnSorts<Sort extends string> = Readonly<Record<Sort, SortingState>>;

/** @returns the order that a press on a column header asks for; undefined when the list has none such */
export function sortOfColumns<Sort extends string>(sorts: ColumnSorts<Sort>, sorting: SortingState): Sort | undefined {
  const [column] = sorting;
  const names = Object.keys(sorts) as Sort[];
  return names.find((name) => sorts[name].some(({ id, desc }) => id === column?.id && desc === column.desc));
}
