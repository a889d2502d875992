import type { DataMap, MapLayer } from "../lib/data-maps/schema";

/** Most files are converted within half a minute. */
const SOON_MS = 3_000;
const SOON_TIMES = 10;
const LATER_MS = 10_000;

interface Preparation {
  read: () => Promise<DataMap>;
  show: (map: DataMap) => void;
  /** Ends the waiting, for example when the map is edited. */
  signal: AbortSignal;
}

/** Returns true for a layer whose file is still converted. */
export function isBeingPrepared({ format, problem }: MapLayer): boolean {
  return (format === "mbtiles" || format === "gdal") && problem === undefined;
}

/** Waits, and then until the user sees the page. */
async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}

/** Reads map.json again while layers are being prepared, and shows what is new. A reading that fails is repeated. */
export async function showWhenPrepared(first: DataMap, { read, show, signal }: Preparation): Promise<void> {
  let map = first;
  for (let times = 0; map.layers.some(isBeingPrepared); times += 1) {
    await pause(times < SOON_TIMES ? SOON_MS : LATER_MS);
    if (signal.aborted) return;
    const next = await read().catch(() => map);
    if (signal.aborted) return;
    if (JSON.stringify(next) !== JSON.stringify(map)) show(next);
    map = next;
  }
}
