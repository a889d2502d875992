import type { StyleSpecification } from "maplibre-gl";

/** Terra Draw names its sources and layers so. */
const isDrawn = (id: string) => id.startsWith("td-");

/** Adds what tools have drawn to the next style of a map, on top. */
export function keepDrawing(previous: StyleSpecification | undefined, next: StyleSpecification): StyleSpecification {
  if (!previous) return next;
  const sources = Object.entries(previous.sources).filter(([id]) => isDrawn(id));
  return {
    ...next,
    sources: { ...next.sources, ...Object.fromEntries(sources) },
    layers: [...next.layers, ...previous.layers.filter(({ id }) => isDrawn(id))],
  };
}
