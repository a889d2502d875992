import type { Feature, Position } from "geojson";
import { attributeText } from "../feature-text";
import { boxOf } from "./feature-box";

/** Returns true when a feature has all attributes of another. Tiles have attributes that are objects as their texts. */
function hasAttributesOf({ properties }: Feature, other: Feature): boolean {
  for (const name in other.properties) {
    const [one, another] = [properties?.[name], other.properties[name]] as unknown[];
    if (one !== another && attributeText(one) !== attributeText(another)) return false;
  }
  return true;
}

function centerOf({ geometry }: Feature): Position {
  const [west, south, east, north] = boxOf(geometry) ?? [0, 0, 0, 0];
  return [(west + east) / 2, (south + north) / 2];
}

/**
 * Returns the index of a feature that a tile has a part of, or -1. Of several with the same attributes it is the nearest.
 * @param place in the part, in longitude and latitude
 */
export function findFeature(features: readonly Feature[], part: Feature, place: Position = centerOf(part)): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, feature] of features.entries()) {
    if (!hasAttributesOf(feature, part) || !hasAttributesOf(part, feature)) continue;
    const [longitude = 0, latitude = 0] = centerOf(feature);
    const distance = Math.hypot(longitude - (place[0] ?? 0), latitude - (place[1] ?? 0));
    if (distance < least) [found, least] = [index, distance];
  }
  return found;
}

const DECIMALS = 5;

/** Identifies a feature among the parts of tiles. Points that differ in their place only are different. */
function identify({ id, properties, geometry }: Feature): string {
  if (id !== undefined) return String(id);
  const place = geometry.type === "Point" ? geometry.coordinates.map((value) => value.toFixed(DECIMALS)).join() : "";
  return `${place} ${JSON.stringify(properties)}`;
}

/** Returns each feature once, with its parts of all tiles. Lines and areas without an id that have the same attributes are one. */
export function distinctFeatures(parts: readonly Feature[]): Feature[] {
  const found = new Map<string, [Feature, ...Feature[]]>();
  for (const part of parts) {
    const key = identify(part);
    const others = found.get(key);
    if (others && part.geometry.type !== "Point") others.push(part);
    else if (!others) found.set(key, [part]);
  }
  return [...found.values()].map(([first, ...others]): Feature => {
    if (others.length === 0) return first;
    return { ...first, geometry: { type: "GeometryCollection", geometries: [first, ...others].map(({ geometry }) => geometry) } };
  });
}
