import type { LayerSpecification } from "maplibre-gl";
import { TileType } from "pmtiles";
import { SHARED_BASEMAP, SHARED_BASEMAP_FILE, WORLD_BASEMAP, WORLD_BASEMAP_FILE } from "../lib/data-maps/values";
import type { Archives } from "./archives";
import { BASEMAP_SOURCE, type Basemap, fileUrl } from "./map-style";
import type { Theme } from "./theme";

/** Opacity of a basemap of images in the dark theme, where a bright one would dazzle. */
const DARK_RASTER_BRIGHTNESS = 0.6;

const TEMPLATE = /\{z\}/;

/** Layers of the Protomaps schema, by which its archives are recognized. */
const PROTOMAPS_LAYERS = ["earth", "water", "roads"];

/** Hash of the built-in basemap. The build replaces it by its value (scripts/bootstrap/bundle.mjs). */
declare const WORLD_BASEMAP_HASH: string;

function addressOf(basemap: string, base: string): string {
  if (basemap === WORLD_BASEMAP) return new URL(`../${WORLD_BASEMAP_HASH}/${WORLD_BASEMAP_FILE}`, import.meta.url).href;
  if (basemap === SHARED_BASEMAP) return new URL(`../assets/${SHARED_BASEMAP_FILE}`, base).href;
  return /^https?:/i.test(basemap) ? basemap : fileUrl(basemap, base);
}

function rasterLayer(isDark: boolean): LayerSpecification {
  const paint = isDark ? { "raster-brightness-max": DARK_RASTER_BRIGHTNESS } : {};
  return { id: "basemap/raster", type: "raster", source: BASEMAP_SOURCE, paint };
}

/** Draws tiles of an unknown schema as thin lines and faint areas. */
function neutral(names: readonly string[], { ink }: Theme): LayerSpecification[] {
  return names.flatMap((name): LayerSpecification[] => {
    const common = { source: BASEMAP_SOURCE, "source-layer": name };
    return [
      {
        id: `basemap/${name}/fill`,
        type: "fill",
        ...common,
        filter: ["==", ["geometry-type"], "Polygon"],
        paint: { "fill-color": ink, "fill-opacity": 0.05 },
      },
      { id: `basemap/${name}/line`, type: "line", ...common, paint: { "line-color": ink, "line-opacity": 0.25, "line-width": 0.75 } },
    ];
  });
}

/** Returns the text of an attribution, which archives write as HTML. Parsing does not run scripts or load images. */
const plainText = (html: string) => new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";

/** Returns the layers that draw vector tiles. Code for other basemaps isn't loaded. */
async function styleVectors(
  name: string,
  { vector_layers: described = [] }: Metadata,
  { theme, isDark }: { theme: Theme; isDark: boolean },
): Promise<LayerSpecification[]> {
  if (name === WORLD_BASEMAP) return (await import("./world-style")).styleWorld(isDark);
  const names = described.map(({ id }) => id);
  const isProtomaps = PROTOMAPS_LAYERS.every((one) => names.includes(one));
  return isProtomaps ? (await import("./protomaps-style")).styleProtomaps(isDark) : neutral(names, theme);
}

/** Opens the basemap that map.json names. @param base address of the map's folder @throws Error when its archive can't be read */
export async function openBasemap(
  name: string,
  { base, archives, theme, isDark }: { base: string; archives: Archives; theme: Theme; isDark: boolean },
): Promise<{ basemap: Basemap; attribution: string }> {
  const address = addressOf(name, base);
  if (TEMPLATE.test(address)) {
    return { basemap: { source: { type: "raster", tiles: [address], tileSize: 256 }, layers: [rasterLayer(isDark)] }, attribution: "" };
  }
  const archive = archives.open(address);
  const [{ tileType }, metadata] = [await archive.getHeader(), (await archive.getMetadata()) as Metadata];
  const attribution = plainText(typeof metadata.attribution === "string" ? metadata.attribution : "");
  const url = `pmtiles://${address}`;
  if (tileType !== TileType.Mvt)
    return { basemap: { source: { type: "raster", url, tileSize: 256 }, layers: [rasterLayer(isDark)] }, attribution };
  const layers = await styleVectors(name, metadata, { theme, isDark });
  return { basemap: { source: { type: "vector", url }, layers }, attribution };
}

interface Metadata {
  attribution?: unknown;
  vector_layers?: { id: string }[];
}
