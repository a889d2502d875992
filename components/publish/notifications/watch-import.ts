import { z } from "zod";

/** An extraction that goes on in the background, and whose end the person is to be told. */
const watchedImportSchema = z.object({
  safeName: z.string(),
  projectName: z.string(),
  /** When it was left, milliseconds since 1970. */
  since: z.number(),
});

export type WatchedImport = z.output<typeof watchedImportSchema>;

const KEY = "sea-vision.watched-imports";
/** Nobody waits longer for it: what hangs so long has been told of elsewhere. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1_000;

const listeners = new Set<() => void>();

/** The extractions that were left in this browser, in whichever tab. */
export function readWatchedImports(storage: Storage, now: number): WatchedImport[] {
  try {
    const watched = z.array(watchedImportSchema).safeParse(JSON.parse(storage.getItem(KEY) ?? "[]")).data ?? [];
    return watched.filter(({ since }) => now - since < FORGOTTEN_MS);
  } catch {
    // A forbidden storage, or one that somebody else wrote to.
    return [];
  }
}

function write(storage: Storage, watched: readonly WatchedImport[]): void {
  try {
    if (watched.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(watched));
  } catch {
    // Without storage the end is seen in the list of projects.
  }
}

/** Keeps one, in place of an earlier one of the same project. */
export function addWatchedImport(storage: Storage, added: WatchedImport): void {
  const others = readWatchedImports(storage, added.since).filter(({ safeName }) => safeName !== added.safeName);
  write(storage, [...others, added]);
}

/** Forgets this one, and not a later one of the same project. */
export function removeWatchedImport(storage: Storage, { safeName, since }: WatchedImport, now: number): void {
  write(
    storage,
    readWatchedImports(storage, now).filter((one) => one.safeName !== safeName || one.since !== since),
  );
}

/** Has the end of an extraction told, on whichever screen the person is then: call it when its screen is left. */
export function watchImport({ safeName, projectName }: Pick<WatchedImport, "safeName" | "projectName">): void {
  addWatchedImport(window.localStorage, { safeName, projectName, since: Date.now() });
  for (const listener of listeners) listener();
}

/** Calls `onChange` whenever an extraction was left, in this tab or another, until `signal` ends. */
export function onWatchedImports(onChange: () => void, signal: AbortSignal): void {
  listeners.add(onChange);
  signal.addEventListener("abort", () => listeners.delete(onChange));
  window.addEventListener("storage", ({ key }) => key === KEY && onChange(), { signal });
}
