import type { MapLayer } from "../schema";
import { readPair } from "./coordinate-text";
import { isWkb } from "./wkb";
import { startOfWkt } from "./wkt";

export type Columns = NonNullable<MapLayer["columns"]>;

const LONGEST_NAME = 100;

/** Names of coordinate columns by system, the clearest first. Without accents, as `words` returns them. */
const SYSTEMS = [
  {
    longitudes:
      "longitude long lng lon longitud longitudine decimallongitude declon declong intptlon intptlong gpslongitude gpslon gpslong gpslng laengengrad langengrad laenge lange lengtegraad lengte laengdegrad laengde langdgrad lengdegrad pituusaste",
    latitudes:
      "latitude lat latitud latitudine decimallatitude declat intptlat gpslatitude gpslat breitengrad breite breedtegraad breedte breddegrad bredde breddgrad leveysaste",
  },
  {
    longitudes: "easting eastings east rechtswert rechts ostwert ostkoordinate ost este est oost ostlig e",
    latitudes: "northing northings north hochwert hoch nordwert nordkoordinate nord norte noord norr nordlig n",
  },
  {
    longitudes: "x xcoord xcoordinate xkoord xkoordinate xwert coordx koordx pointx posx utmx",
    latitudes: "y ycoord ycoordinate ykoord ykoordinate ywert coordy koordy pointy posy utmy",
  },
].map(({ longitudes, latitudes }) => ({ longitudes: longitudes.split(" "), latitudes: latitudes.split(" ") }));

/** Words that say nothing about which position it is. */
const NEUTRAL = new Set(
  "x y e n gps geo geogr geografische geographische geographic point punkt coord coords coordinate coordinates koord koordinate coordenada coordonnee coordinaat decimal dezimal dec dd deg degree degrees grad wgs84 wgs 84 4326 etrs89 utm gk map pos position value wert m meter metres in".split(
    " ",
  ),
);

/** Names of one column with both coordinates, without separators. */
const PAIRS =
  /^(geopoint(2d)?|geopunkt|(lat|latitude|latitud)(lon|long|lng|longitude|longitud)|(lon|long|lng|longitude|longitud)(lat|latitude|latitud)|(gps|geo)?(coordinates?|coords?|koordinaten?|coordenadas?|coordonnees?|coordinate)(gps|geo|geographiques?|geograficas?)?|gps|gpsposition|pos|(geo)?position|(geo)?location|posicion|ubicacion|standort)$/;
const LONGITUDE_FIRST = /^(lon|lng)/;
const GEOJSON = /^\s*\{[\s\S]{0,100}"(?:type|coordinates)"\s*:/;

/** Length and width of a ship have the names of longitude and latitude. */
const SIZE = /^\s*(länge|laenge|breite|lengte|breedte|længde|bredde)\s*[([](m|cm|mm|km|ft)[)\]]/i;

/** Splits `decimalLongitude`, `start_lng` and `Länge (Grad)` into lower-case words without accents and units. */
function words(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/[([][^)\]]*[)\]]?/g, " ")
    .replace(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .replace(/([a-z])(\d)/gi, "$1 $2")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("æ", "ae")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** Returns the columns whose names have one of these words, with the other words, such as `start`. The clearest come first. */
function candidates(fields: readonly string[], names: readonly string[]): { field: string; rest: string }[] {
  return fields
    .filter((field) => !SIZE.test(field.slice(0, LONGEST_NAME)))
    .flatMap((field) => {
      const all = words(field);
      // `POINT_X` and `INTPT LON` are known together, too.
      const joined = names.indexOf(all.join(""));
      const word = all.find((one) => names.includes(one));
      if (joined >= 0) return [{ field, rank: joined, rest: "" }];
      if (word === undefined) return [];
      return [{ field, rank: names.indexOf(word), rest: all.filter((one) => one !== word && !NEUTRAL.has(one)).join(" ") }];
    })
    .sort((a, b) => Number(a.rest !== "") - Number(b.rest !== "") || a.rank - b.rank);
}

function findNumbers(fields: readonly string[]): Columns | null {
  for (const { longitudes, latitudes } of SYSTEMS) {
    const latitudeOf = new Map(
      candidates(fields, latitudes)
        .reverse()
        .map(({ field, rest }) => [rest, field]),
    );
    for (const { field: longitude, rest } of candidates(fields, longitudes)) {
      const latitude = latitudeOf.get(rest);
      if (latitude !== undefined && latitude !== longitude) return { longitude, latitude };
    }
  }
  return null;
}

/** Returns whether longitude comes first in the cells of a column with both coordinates. */
export const isLongitudeFirst = (column: string) => LONGITUDE_FIRST.test(words(column).join(""));

/** Returns whether a text is GeoJSON, WKT or WKB by its start. */
export const isGeometryText = (text: string) => GEOJSON.test(text) || startOfWkt(text) !== null || isWkb(text);

/** Returns the columns that have coordinates, by their content (WKT, WKB, GeoJSON) or their names; null without any. @param rows the first ones, as wide as the header */
export function findColumns(fields: readonly string[], rows: readonly (readonly string[])[]): Columns | null {
  const firstCell = (index: number) => rows.find((row) => row[index]?.trim())?.[index] ?? "";
  const geometry = fields.find((field, index) => !isGeometryText(field) && isGeometryText(firstCell(index)));
  if (geometry !== undefined) return { geometry };
  const numbers = findNumbers(fields);
  if (numbers) return numbers;
  const isPair = (field: string, index: number) =>
    PAIRS.test(words(field).join("")) && readPair(firstCell(index), isLongitudeFirst(field)) !== null;
  const pair = fields.find(isPair);
  return pair === undefined ? null : { geometry: pair };
}
