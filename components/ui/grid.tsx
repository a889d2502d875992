import type { ComponentProps } from "react";

/** Returns a part of a virtualized ARIA grid. Table elements lose their roles when CSS changes their display. */
function part(role: string) {
  return (props: ComponentProps<"div">) => <div role={role} {...props} />;
}

export const Grid = part("grid");
export const GridRows = part("rowgroup");
export const GridRow = part("row");
export const GridCell = part("gridcell");
export const GridHeadCell = part("columnheader");
