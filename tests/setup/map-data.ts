import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { craftZip } from "./craft-zip";

const collection = (features: readonly object[], more: object = {}) => JSON.stringify({ type: "FeatureCollection", ...more, features });

const berths = [1, 2, 3].map((number) => ({
  type: "Feature",
  properties: { name: `Berth ${number}` },
  geometry: { type: "Point", coordinates: [4 + number / 10, 51.9] },
}));

/** Small map data, without a page. */
const dataFiles: Readonly<Record<string, string>> = {
  "berths.geojson": collection(berths),
  "data/soundings.csv": "longitude,latitude,depth\n4.1,51.9,12\n4.2,51.8,9\n",
  "notes.md": "Soundings of 2026",
};

/** It names its projection, which a map can't show. */
const projected = collection(berths, { crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::25832" } } });

/** Almost as large as a text file may be. */
function largeText(): string {
  const features = Array.from({ length: 350_000 }, (_, index) => ({
    type: "Feature",
    properties: { number: index },
    geometry: { type: "Point", coordinates: [4 + index / 1e6, 51.9] },
  }));
  return collection(features);
}

export interface MapData {
  /** Holds berths.geojson and data/soundings.csv. */
  site: string;
  /** The same as a ZIP: one file is stored, one deflated. */
  archive: string;
  berths: string;
  projected: string;
  large: string;
  text: string;
  remove(): Promise<void>;
}

/** Writes map data to a temporary folder. */
export async function writeMapData(): Promise<MapData> {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-data-"));
  const at = (name: string) => path.join(folder, name);
  const data: MapData = {
    site: at("harbour"),
    archive: at("harbour.zip"),
    berths: at("harbour/berths.geojson"),
    projected: at("projected.geojson"),
    large: at("large.geojson"),
    text: at("harbour/notes.md"),
    remove: () => rm(folder, { recursive: true }),
  };
  await mkdir(at("harbour/data"), { recursive: true });
  for (const [name, text] of Object.entries(dataFiles)) await writeFile(path.join(data.site, name), text);
  await writeFile(data.projected, projected);
  await writeFile(data.large, largeText());
  const entries = Object.entries(dataFiles).map(([name, text], index) => ({
    name,
    data: Buffer.from(text),
    method: index % 2 === 0 ? 8 : 0,
  }));
  await writeFile(data.archive, craftZip(entries));
  return data;
}
