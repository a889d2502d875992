import proj4 from "proj4";
import type { MapLayer } from "../../lib/data-maps/schema";
import { formatDecimal, type Place } from "../position";

type Axis = "lat" | "lng";

/** Writes the whole degrees with the digits of their axis, and the hemisphere after the rest. */
function writeAngle(value: number, axis: Axis, degrees: number, rest: string): string {
  const [negative, positive] = axis === "lat" ? "SN" : "WE";
  return `${String(degrees).padStart(axis === "lat" ? 2 : 3, "0")}°${rest}${value < 0 ? negative : positive}`;
}

/** Rounds first, so that 59.9996 minutes become the next degree. */
function degreesAndMinutes(value: number, axis: Axis): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
  return writeAngle(value, axis, Math.floor(thousandths / 60_000), `${minutes}′`);
}

function degreesMinutesSeconds(value: number, axis: Axis): string {
  const tenths = Math.round(Math.abs(value) * 36_000);
  const minutes = String(Math.floor(tenths / 600) % 60).padStart(2, "0");
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return writeAngle(value, axis, Math.floor(tenths / 36_000), `${minutes}′${seconds}″`);
}

/** UTM and MGRS end here. The poles have a grid of their own. */
const hasZone = ({ lat }: Place) => lat >= -80 && lat <= 84;
const NO_ZONE = "Not defined near the poles";

/** Splits a reference of MGRS, such as `32VKN9750800645`: zone and band, square, easting and northing. */
const MGRS = /^(\d{1,2})([A-Z])([A-Z]{2})(\d{5})(\d{5})$/;

function splitMgrs({ lng, lat }: Place): string[] {
  return MGRS.exec(proj4.mgrs.forward([lng, lat]))?.slice(1) ?? [];
}

function formatMgrs(place: Place): string {
  if (!hasZone(place)) return NO_ZONE;
  const [zone, band, ...rest] = splitMgrs(place);
  return [`${zone}${band}`, ...rest].join(" ");
}

function project(definition: string, { lng, lat }: Place): string {
  return proj4("WGS84", definition, [lng, lat])
    .map((metres) => metres.toFixed(0))
    .join(" ");
}

/** The zone is that of MGRS, which has the exceptions of Norway and Svalbard. */
function formatUtm(place: Place): string {
  if (!hasZone(place)) return NO_ZONE;
  const [zone, band] = splitMgrs(place);
  return `${zone}${band} ${project(`+proj=utm +zone=${zone} +datum=WGS84${place.lat < 0 ? " +south" : ""}`, place)}`;
}

const WGS84_ZONE = /^EPSG:32([67])(0[1-9]|[1-5]\d|60)$/;
const ETRS89_ZONE = /^EPSG:258(2[89]|3[0-8])$/;

/** Returns the definition of a projection that needs no grid of shifts, or null. */
export function definitionOf(code: string): string | null {
  if (code === "EPSG:3857") return code;
  const [, hemisphere, zone] = WGS84_ZONE.exec(code) ?? [];
  if (zone !== undefined) return `+proj=utm +zone=${Number(zone)} +datum=WGS84${hemisphere === "7" ? " +south" : ""}`;
  const [, european] = ETRS89_ZONE.exec(code) ?? [];
  return european === undefined ? null : `+proj=utm +zone=${european} +ellps=GRS80`;
}

export interface CoordinateFormat {
  /** Under which the choice of the visitor is stored. */
  id: string;
  name: string;
  format: (place: Place) => string;
}

const FORMATS: readonly CoordinateFormat[] = [
  { id: "decimal", name: "Decimal degrees", format: formatDecimal },
  {
    id: "minutes",
    name: "Degrees and minutes",
    format: ({ lng, lat }) => `${degreesAndMinutes(lat, "lat")} ${degreesAndMinutes(lng, "lng")}`,
  },
  {
    id: "seconds",
    name: "Degrees, minutes, seconds",
    format: ({ lng, lat }) => `${degreesMinutesSeconds(lat, "lat")} ${degreesMinutesSeconds(lng, "lng")}`,
  },
  { id: "utm", name: "UTM", format: formatUtm },
  { id: "mgrs", name: "MGRS", format: formatMgrs },
];

/** Returns the ways to write a place, with the projection of the layers when all have the same. */
export function coordinateFormats(layers: readonly Pick<MapLayer, "projection">[]): readonly CoordinateFormat[] {
  const [code, ...others] = new Set(layers.map(({ projection }) => projection));
  const definition = code === undefined || others.length > 0 ? null : definitionOf(code);
  if (code === undefined || definition === null) return FORMATS;
  return [...FORMATS, { id: "projection", name: code, format: (place) => project(definition, place) }];
}
