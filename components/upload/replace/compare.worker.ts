import { expose } from "comlink";
import { type CompareProgress, compareFolder, type FileNames, type FolderDifference } from "@/lib/upload-client/compare/compare-folder";
import { type FileFacts, toChosenFile } from "../source/folder/file-in-folder";

/** Paths in one message. More at once would block the page. */
const NAMES_PER_MESSAGE = 10_000;

/** What the page gives to the worker and gets from it. */
interface ComparingPage {
  /** Returns the next names, or null after the last ones. */
  nextNames(): Promise<FileNames | null>;
  files(indexes: number[]): Promise<(File | FileFacts)[]>;
  onProgress(progress: CompareProgress): void;
  onRemoved(paths: string[]): Promise<void>;
}

async function listNames(page: ComparingPage, makesMap: boolean): Promise<FileNames & { makesMap: boolean }> {
  const names: FileNames = { paths: [], sizes: [] };
  for (let part = await page.nextNames(); part; part = await page.nextNames()) {
    for (const path of part.paths) names.paths.push(path);
    for (const size of part.sizes) names.sizes.push(size);
  }
  return { ...names, makesMap };
}

interface ComparedMap {
  id: string;
  /** Base of relative paths, because a worker may have no URL of its own. */
  origin: string;
  makesMap: boolean;
}

async function compare({ id, origin, makesMap }: ComparedMap, page: ComparingPage): Promise<Omit<FolderDifference, "removed">> {
  const call = (path: string, init?: RequestInit) => fetch(new URL(path, origin), init);
  const folder = {
    list: () => listNames(page, makesMap),
    files: async (indexes: number[]) => (await page.files(indexes)).map(toChosenFile),
  };
  const { removed, ...difference } = await compareFolder({ id, call }, folder, (progress) => page.onProgress(progress));
  // The answer may overtake calls that are not awaited.
  for (let from = 0; from < removed.length; from += NAMES_PER_MESSAGE) await page.onRemoved(removed.slice(from, from + NAMES_PER_MESSAGE));
  return difference;
}

expose(compare);

export type Compare = typeof compare;
