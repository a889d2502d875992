import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { COMMON_PROJECTIONS } from "../formats/projections";
import { type FoundProjection, MAX_FOUND_PROJECTIONS } from "./schema";

const INDEX_FILE = "node_modules/epsg-index/all.json";
/** The index has areas of 3,000 characters, which list every country. */
const LONGEST_AREA = 200;
/** Systems of heights, of the Earth's centre and of buildings have no place on a map. */
const ON_A_MAP = new Set(["CRS-PROJCRS", "CRS-GEOGCRS", "CRS-GEOG3DCRS", "CRS-COMPOUNDCRS"]);

const indexSchema = z.record(
  z.string(),
  z.object({ code: z.string(), kind: z.string(), name: z.string(), wkt: z.string().nullish(), area: z.string().nullish() }),
);

interface IndexedProjection extends FoundProjection {
  number: string;
  /** What is searched, in lower case. */
  nameText: string;
  text: string;
  /** Among those that match a search equally well: 0 for common ones, 2 for deprecated ones, and 1 for others. */
  rank: number;
}

async function readIndex(): Promise<IndexedProjection[]> {
  const rows = indexSchema.parse(JSON.parse(await readFile(path.join(process.cwd(), INDEX_FILE), "utf8")));
  return Object.values(rows)
    .filter(({ kind, code }) => ON_A_MAP.has(kind) && /^\d{4,6}$/.test(code))
    .map(({ code: number, name, wkt, area }) => {
      const code = `EPSG:${number}`;
      const place = area ?? "";
      const shown = place.length > LONGEST_AREA ? `${place.slice(0, LONGEST_AREA).trimEnd()}…` : place;
      const nameText = `epsg:${number} ${name}`.toLowerCase();
      const text = `${nameText} ${place}`.toLowerCase();
      const rank = wkt?.includes("(deprecated)") ? 2 : Number(!COMMON_PROJECTIONS.includes(code));
      return { code, number, name, area: shown, nameText, text, rank };
    });
}

let index: Promise<IndexedProjection[]> | undefined;

/** Reads the index with its first use, and again after a failure. */
function loadIndex(): Promise<IndexedProjection[]> {
  index ??= readIndex().catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

const toFound = ({ code, name, area }: IndexedProjection): FoundProjection => ({ code, name, area });

/** Returns how well a projection matches, or null if a word is missing. The first number counts most, and lower is better. */
function matchOf({ number, nameText, text, area, rank }: IndexedProjection, words: readonly string[]): number[] | null {
  if (!words.every((word) => text.includes(word))) return null;
  const isNumber = words.some((word) => word === number || word === `epsg:${number}`);
  const whole = new Set(text.split(/[^\p{L}\p{N}]+/u));
  const parts = words.filter((word) => !whole.has(word)).length;
  const isName = words.every((word) => nameText.includes(word));
  const isPhrase = nameText.includes(words.join(" "));
  const isPlace = words.some((word) => area.toLowerCase().startsWith(word));
  return [...[isNumber, isName, isPhrase].map((fits) => Number(!fits)), parts, Number(!isPlace), rank, nameText.length];
}

/** Returns the projections whose number, name and place have all words of a text. The best matches and the common ones come first. */
export async function searchProjections(search: string): Promise<FoundProjection[]> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (await loadIndex()).flatMap((projection) => {
    const match = matchOf(projection, words);
    return match ? [{ projection, match }] : [];
  });
  matches.sort((a, b) => a.match.map((part, place) => part - (b.match[place] ?? 0)).find((difference) => difference !== 0) ?? 0);
  return matches.slice(0, MAX_FOUND_PROJECTIONS).map(({ projection }) => toFound(projection));
}

/** Returns the projections with these numbers, in their order, without unknown ones. */
export async function findProjections(codes: readonly string[]): Promise<FoundProjection[]> {
  const all = await loadIndex();
  return codes.flatMap((code) => all.filter((projection) => projection.code === code).map(toFound));
}
