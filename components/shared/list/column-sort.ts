import type { SortingState } from "@tanstack/react-table";

export type ColumnSorts<Sort extends string> = Readonly<Record<Sort, SortingState>>;

export function sortOfColumns<Sort extends string>(sorts: ColumnSorts<Sort>, sorting: SortingState): Sort | undefined {
  const [column] = sorting;
  const names = Object.keys(sorts) as Sort[];
  return names.find((name) => sorts[name].some(({ id, desc }) => id === column?.id && desc === column.desc));
}
