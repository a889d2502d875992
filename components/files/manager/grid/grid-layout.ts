export interface GridHandle {
  scrollTo: (index: number) => void;
  pageSize: () => number;
  rowRect: (index: number) => DOMRect | null;
  focus: () => void;
  /** Focuses the grid if no element in the manager or above it has the focus. */
  recoverFocus: () => void;
}

export const ROW_HEIGHT = { wide: 40, narrow: 60 } as const;
export const HEAD_HEIGHT = 36;

export const columns =
  "grid grid-cols-[2.75rem_auto_minmax(0,1fr)_3rem] items-center md:grid-cols-[2.75rem_minmax(0,1fr)_6.5rem_12.5rem_10rem]";

export const cells = {
  check: "flex h-full items-center justify-center max-md:row-span-2",
  name: "min-w-0 max-md:col-span-2",
  size: "tabular-nums md:text-right",
  modified: "tabular-nums max-md:col-start-3 md:pl-6",
  actions: "max-md:col-start-4 max-md:row-span-2 max-md:row-start-1 flex justify-end md:pr-3",
} as const;
