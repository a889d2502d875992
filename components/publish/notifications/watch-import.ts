import { z } from "zod";
import { readStored, writeStored } from "../browser-storage";

const watchedImportSchema = z.object({
  safeName: z.string(),
  projectName: z.string(),
  since: z.number(),
});

export type WatchedImport = z.output<typeof watchedImportSchema>;

const KEY = "sea-vision.watched-imports";
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;

const listeners = new Set<() => void>();

export function readWatchedImports(storage: Storage, now: number): WatchedImport[] {
  const watched = readStored(storage, KEY, z.array(watchedImportSchema)) ?? [];
  return watched.filter(({ since }) => now - since < FORGOTTEN_MS);
}

function write(storage: Storage, watched: readonly WatchedImport[]): void {
  writeStored(storage, KEY, watched.length === 0 ? null : watched);
}

export function addWatchedImport(storage: Storage, added: WatchedImport): void {
  const others = readWatchedImports(storage, added.since).filter(({ safeName }) => safeName !== added.safeName);
  write(storage, [...others, added]);
}

export function removeWatchedImport(storage: Storage, { safeName, since }: WatchedImport, now: number): void {
  write(
    storage,
    readWatchedImports(storage, now).filter((one) => one.safeName !== safeName || one.since !== since),
  );
}

/** Reports the end of an extraction on any screen. Call it when the user leaves the extraction screen. */
export function watchImport({ safeName, projectName }: Pick<WatchedImport, "safeName" | "projectName">): void {
  addWatchedImport(window.localStorage, { safeName, projectName, since: Date.now() });
  for (const listener of listeners) listener();
}

/** Calls `onChange` when the user leaves an extraction in any tab, until `signal` aborts. */
export function onWatchedImports(onChange: () => void, signal: AbortSignal): void {
  listeners.add(onChange);
  signal.addEventListener("abort", () => listeners.delete(onChange));
  window.addEventListener("storage", ({ key }) => key === KEY && onChange(), { signal });
}
