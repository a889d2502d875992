import { type Flavor, namedFlavor, layers as protomapsLayers } from "@protomaps/basemaps";
import type { LayerSpecification } from "maplibre-gl";
import { BASEMAP_SOURCE } from "./map-style";

/** Returns the layers of a basemap of Protomaps. Icons come from a sprite, which no map has. */
export function styleProtomaps(isDark: boolean): LayerSpecification[] {
  const flavor: Flavor = namedFlavor(isDark ? "dark" : "light");
  return protomapsLayers(BASEMAP_SOURCE, flavor, { lang: "en" }).flatMap((original): LayerSpecification[] => {
    const layer = { ...original, id: `basemap/${original.id}` };
    if (layer.type !== "symbol") return [layer as LayerSpecification];
    const { "icon-image": icon, ...layout } = layer.layout ?? {};
    if (icon !== undefined && layout["text-field"] === undefined) return [];
    return [{ ...layer, layout: { ...layout, "text-font": ["sans-serif"] } } as LayerSpecification];
  });
}
