import type { ComponentProps } from "react";

/*
 * A grid of rows and cells that are laid out freely, of which only some need to be in the document. Elements of a table would lose
 * their roles where they are displayed as anything else. The focus is on the grid, which names its active row.
 */

function Part(props: ComponentProps<"div">) {
  return <div {...props} />;
}

export function Grid(props: ComponentProps<"div">) {
  return <Part role="grid" tabIndex={0} {...props} />;
}

export function GridRows(props: ComponentProps<"div">) {
  return <Part role="rowgroup" {...props} />;
}

export function GridRow(props: ComponentProps<"div">) {
  return <Part role="row" {...props} />;
}

export function GridCell(props: ComponentProps<"div">) {
  return <Part role="gridcell" {...props} />;
}

export function GridHeadCell(props: ComponentProps<"div">) {
  return <Part role="columnheader" {...props} />;
}
