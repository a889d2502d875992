/** A part of a page. Millimetres from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The short and the long side. Millimetres. */
const SIDES = { a4: [210, 297], a3: [297, 420] } as const;
export const PAPERS = { a4: "A4", a3: "A3" } as const satisfies Record<keyof typeof SIDES, string>;
export const ORIENTATIONS = { landscape: "Landscape", portrait: "Portrait" } as const;

export interface Paper {
  paper: keyof typeof PAPERS;
  orientation: keyof typeof ORIENTATIONS;
  hasLegend: boolean;
}

export interface PaperLayout {
  page: { width: number; height: number };
  title: Box;
  map: Box;
  legend: Box | null;
  footer: Box;
}

const MARGIN = 10;
const GAP = 4;
const TITLE_HEIGHT = 9;
const FOOTER_HEIGHT = 11;
/** Of a column of the legend. */
const LEGEND_WIDTH = 58;
const MOST_LEGEND = 0.3;

/** Returns how many columns of a legend are next to each other. */
export const columnsOf = ({ width }: Pick<Box, "width">) => Math.max(1, Math.floor(width / LEGEND_WIDTH));

/**
 * Returns where everything is on a page. The legend is at the right of a landscape page, and below the map of a portrait page.
 * @param heightOf returns the height that a legend of a width needs
 */
export function layoutPaper({ paper, orientation, hasLegend }: Paper, heightOf: (width: number) => number): PaperLayout {
  const [short, long] = SIDES[paper];
  const isLandscape = orientation === "landscape";
  const page = isLandscape ? { width: long, height: short } : { width: short, height: long };
  const width = page.width - 2 * MARGIN;
  const title = { x: MARGIN, y: MARGIN, width, height: TITLE_HEIGHT };
  const footer = { x: MARGIN, y: page.height - MARGIN - FOOTER_HEIGHT, width, height: FOOTER_HEIGHT };
  const top = MARGIN + TITLE_HEIGHT;
  const height = footer.y - GAP - top;
  if (!hasLegend) return { page, title, map: { x: MARGIN, y: top, width, height }, legend: null, footer };
  if (isLandscape) {
    const mapWidth = width - LEGEND_WIDTH - GAP;
    const legend = { x: MARGIN + mapWidth + GAP, y: top, width: LEGEND_WIDTH, height };
    return { page, title, map: { x: MARGIN, y: top, width: mapWidth, height }, legend, footer };
  }
  const legendHeight = Math.min(heightOf(width), MOST_LEGEND * page.height);
  const mapHeight = height - legendHeight - GAP;
  const legend = { x: MARGIN, y: top + mapHeight + GAP, width, height: legendHeight };
  return { page, title, map: { x: MARGIN, y: top, width, height: mapHeight }, legend, footer };
}
