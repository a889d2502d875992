import { readFileSync } from "node:fs";
import type { GeometryCollection, MultiPolygon, Position } from "geojson";
import { areaOf } from "./rings";
import type { Sources } from "./sources";
import { MAX_ZOOM, type Shape } from "./tiles";

/** Square degrees that a lake must have at the last zoom. A zoom less needs four times as many. */
const LEAST_AREA = 0.002;
/** Rivers are cut into pieces. Those of a narrow river would have gaps between them. */
const LEAST_RIVER_AREA = 0.03;

type Ring = Position[];

const isOnEdge = ([x = 0, y = 0]: Position) => Math.abs(x) === 180 || y === 90;

const zoomOf = (area: number) => Math.max(0, Math.ceil(MAX_ZOOM - Math.log2(area / LEAST_AREA) / 2));

/**
 * Returns the land outside the outline of the oceans: what the outline leaves out at the edges of the world, which are 180° and the South Pole.
 */
export function landAtEdges(outline: Ring): Ring[] {
  const start = outline.findIndex(isOnEdge);
  const turned = [...outline.slice(start, -1), ...outline.slice(0, start + 1)];
  const coasts: Ring[] = [];
  let coast: Ring = [];
  for (const position of turned) {
    coast.push(position);
    if (!isOnEdge(position)) continue;
    if (coast.length > 2) coasts.push(coast);
    coast = [position];
  }
  return coasts.map((ring) => {
    const [first = [], last = []] = [ring[0], ring.at(-1)];
    const isAntarctica = first[0] !== last[0];
    const corners = isAntarctica
      ? [
          [last[0] ?? 0, -90],
          [first[0] ?? 0, -90],
        ]
      : [];
    return [...ring, ...corners, first];
  });
}

/** Returns land and inland water of OpenStreetMap. Land is everything that no ocean covers. */
export function readWater({ resolve }: Sources): { land: Shape[]; lakes: Shape[] } {
  const file = resolve("@geo-maps/earth-waterbodies-10m/map.geo.json");
  const { geometries } = JSON.parse(readFileSync(file, "utf8")) as GeometryCollection<MultiPolygon>;
  const [rivers = [], lakes = [], seas = []] = geometries.map(({ coordinates }) => coordinates);
  const [[outline = [], ...islands] = [], ...inlandSeas] = seas;
  const land = [...landAtEdges(outline), ...islands].map((ring) => ({ type: "Polygon" as const, coordinates: [ring], minZoom: 0 }));
  const wideRivers = rivers.filter(([outline = []]) => areaOf(outline) > LEAST_RIVER_AREA);
  const inland = [...wideRivers, ...lakes, ...inlandSeas].flatMap((coordinates) => {
    const minZoom = zoomOf(areaOf(coordinates[0] ?? []));
    const rings = coordinates.filter((ring, index) => index === 0 || zoomOf(areaOf(ring)) <= MAX_ZOOM);
    return minZoom > MAX_ZOOM ? [] : [{ type: "Polygon" as const, coordinates: rings, minZoom }];
  });
  return { land, lakes: inland };
}
