import type { Feature } from "geojson";
import { element } from "../element";
import { fileName, saveFile } from "../save-file";
import { attributeOf, type Column } from "./columns";

/** Without it, Excel reads a file in the encoding of the machine. */
const BYTE_ORDER_MARK = "\ufeff";
const PLACE = ["longitude", "latitude"] as const;
/** A spreadsheet would run such a text as a formula. Numbers are left as they are. */
const FORMULA = /^[=@\t\r]|^[+-](?![\d.,]+$)/;

const placeOf = ({ geometry }: Feature) => (geometry?.type === "Point" ? geometry.coordinates.slice(0, 2) : null);

/** Returns features as CSV with their attributes as the file has them. Points have columns with their coordinates, unless the file has such. */
export async function toCsv(features: readonly Feature[], columns: readonly Pick<Column, "name">[]): Promise<string> {
  const { default: papa } = await import("papaparse");
  const names = columns.map(({ name }) => name);
  const hasPlaces = features.some(placeOf) && !PLACE.some((name) => names.includes(name));
  const data = features.map((feature) => {
    const cells = names.map((name) => {
      const value = attributeOf(feature, name);
      return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    });
    return hasPlaces ? [...cells, ...(placeOf(feature) ?? ["", ""])] : cells;
  });
  const fields = hasPlaces ? [...names, ...PLACE] : names;
  return BYTE_ORDER_MARK + papa.unparse({ fields, data }, { escapeFormulae: FORMULA });
}

/** Returns features as GeoJSON (RFC 7946). */
export function toGeoJson(features: readonly Feature[]): string {
  const rows = features.map(({ properties, geometry }) => ({ type: "Feature", properties, geometry }));
  return JSON.stringify({ type: "FeatureCollection", features: rows });
}

/** What the table shows. */
export interface ShownRows {
  features: readonly Feature[];
  columns: readonly Column[];
}

/** Returns buttons that download what the table of a layer shows. @param isTiled its geometries are cut at the edges of tiles */
export function downloadButtons(name: string, isTiled: boolean, shown: () => ShownRows): HTMLElement {
  const button = (label: string, type: string, write: (rows: ShownRows) => string | Promise<string>) => {
    const made = element("button", {
      type: "button",
      className: "plain",
      textContent: label,
      title: `Download the shown rows as ${label}`,
    });
    made.addEventListener("click", async () => {
      saveFile(new Blob([await write(shown())], { type }), `${fileName(name)}.${label.toLowerCase()}`);
    });
    return made;
  };
  const csv = button("CSV", "text/csv;charset=utf-8", ({ features, columns }) => toCsv(features, columns));
  const geoJson = button("GeoJSON", "application/geo+json", ({ features }) => toGeoJson(features));
  return element("div", { className: "downloads" }, "Download", csv, ...(isTiled ? [] : [geoJson]));
}
