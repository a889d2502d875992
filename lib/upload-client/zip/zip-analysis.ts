import { ArchiveDirectory } from "../../archives/directory/archive-directory";
import { findUndeclaredNames, type UndeclaredNames } from "../../archives/directory/find-encoding";
import { decodeName, type NameEncoding } from "../../archives/directory/name-encoding";
import type { DirectoryEntry } from "../../archives/directory/record";
import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { ArchiveRefusedError, type Refusal } from "../../archives/refusals";
import { type ArchiveSummary, DirectoryCheck, type EntryVerdict } from "../../archives/rules";
import { type TileFolder, TileNames } from "../../data-maps/formats/tiles/tile-folders";
import { isDataName } from "../../data-maps/values";
import { isArchive, isPage, opensWithPage, PageCollection, sortPages } from "../../trees/start-page/rank";
import { hasRootPaths } from "../root-paths";
import type { LocalFile } from "../send/byte-source";
import { isReadableEntry, type ZipEntry, zipDataFile } from "./zip-data-file";

/** How the names that declare no encoding are decoded. */
export interface ZipNames {
  encoding: NameEncoding;
  /** Some of the names. */
  samples: readonly string[];
  /** Encodings that can decode every name, each with the file name of the first one. */
  options: readonly { encoding: NameEncoding; example: string }[];
}

export interface ZipAnalysis {
  fileCount: number;
  compressedSize: number;
  uncompressedSize: number;
  compressionRatio: number;
  hasIndexHtml: boolean;
  /** Pages to begin with, the likeliest first. Empty with an index at the top. */
  pages: string[];
  /** An archive in a site without pages. It isn't unpacked. */
  innerArchive: string | null;
  /** The first page loads files from the top of its origin. */
  hasRootPaths: boolean;
  /** Seconds that the server needs to check every file. The map goes online earlier. */
  estimatedExtractionTime: number;
  wrappingFolder: string | null;
  leftOut: number;
  /** True when bytes after the archive are ignored. */
  hasTail: boolean;
  /** Null when every name declares its encoding. */
  names: ZipNames | null;
}

/** `data`: files that may become layers. `tiles`: folders of them. Both are empty for a site that opens with a page. */
export type ZipVerdict =
  | { kind: "accepted"; analysis: ZipAnalysis; data: ZipEntry[]; tiles: TileFolder[] }
  | { kind: "refused"; refusal: Refusal };

/** Server speed on a small machine. The times for bytes and files add up. */
const CHECKED_BYTES_PER_SECOND = 150 * 1024 * 1024;
const CHECKED_FILES_PER_SECOND = 20_000;

/** Returns the seconds to check all files, at least one. */
function estimateExtraction(fileCount: number, uncompressedSize: number): number {
  return Math.max(1, Math.round(fileCount / CHECKED_FILES_PER_SECOND + uncompressedSize / CHECKED_BYTES_PER_SECOND));
}

type OnProgress = (read: number, total: number) => void;

/**
 * Applies the rules of the server to the directory of a ZIP.
 * @param nameEncoding of names that declare none; null to choose it as the server does
 * @throws DOMException when the file can't be read
 */
export async function analyseZip(file: LocalFile, onProgress: OnProgress, nameEncoding: NameEncoding | null = null): Promise<ZipVerdict> {
  try {
    return await readAndCheck(file, onProgress, nameEncoding);
  } catch (error) {
    if (error instanceof ArchiveRefusedError) return { kind: "refused", refusal: error.refusal };
    throw error;
  }
}

/** What is found in the entries of an archive. */
class Findings {
  leftOut = 0;
  readonly data: ZipEntry[] = [];
  readonly tiles = new TileNames();
  readonly pages = new PageCollection();
  innerArchive: string | null = null;
  private firstPage: ZipEntry | null = null;

  note(entry: DirectoryEntry, verdict: EntryVerdict): void {
    if (verdict.kind === "ignored") this.leftOut += 1;
    if (verdict.kind !== "file") return;
    if (isPage(verdict.name)) this.notePage(toZipEntry(entry));
    else if (isArchive(verdict.name)) this.innerArchive ??= toPath(entry);
    const isSample = this.tiles.add(toPath(entry));
    if ((isSample || isDataName(verdict.name)) && isReadableEntry(entry)) this.data.push(toZipEntry(entry));
  }

  /** Returns whether the likeliest start page has root paths. False when it can't be read. */
  async hasRootPaths(file: LocalFile): Promise<boolean> {
    const { firstPage: page } = this;
    return page !== null && isReadableEntry(page) && (await hasRootPaths(zipDataFile(file, page)).catch(() => false));
  }

  private notePage(page: ZipEntry): void {
    this.pages.add(page.path);
    if (this.firstPage === null || sortPages([this.firstPage.path, page.path])[0] === page.path) this.firstPage = page;
  }
}

async function readAndCheck(file: LocalFile, onProgress: OnProgress, nameEncoding: NameEncoding | null): Promise<ZipVerdict> {
  const readBytes = async (position: number, length: number) => new Uint8Array(await file.slice(position, position + length).arrayBuffer());
  const opened = await ArchiveDirectory.open(readBytes, file.size);
  const undeclared = await findUndeclaredNames(opened, readBytes);
  const names = undeclared && toNames(undeclared, nameEncoding ?? undeclared.encoding);
  const directory = names ? opened.withEncoding(names.encoding) : opened;
  const { place } = directory;
  const check = new DirectoryCheck(place.archiveSize);
  const findings = new Findings();
  let read = 0;
  for await (const batch of directory.batches()) {
    for (const entry of batch) {
      const verdict = check.add(entry);
      if (verdict.kind === "refused") return verdict;
      findings.note(entry, verdict);
    }
    read += batch.length;
    onProgress(read, Math.max(read, place.count));
  }
  const verdict = check.finish(place.start);
  if (verdict.kind === "refused") return verdict;
  const { data, tiles, analysis } = summarize(verdict.summary, findings);
  const found = { hasRootPaths: await findings.hasRootPaths(file), hasTail: place.hasTail, names };
  return { kind: "accepted", data, tiles, analysis: { ...analysis, ...found } };
}

function summarize({ files, size, storedSize, hasIndexHtml, wrappingFolder }: ArchiveSummary, found: Findings) {
  const pages = hasIndexHtml ? [] : found.pages.sorted();
  const analysis: Omit<ZipAnalysis, "hasRootPaths" | "hasTail" | "names"> = {
    fileCount: files,
    compressedSize: storedSize,
    uncompressedSize: size,
    compressionRatio: storedSize > 0 ? size / storedSize : 1,
    hasIndexHtml,
    pages,
    innerArchive: hasIndexHtml || pages.length > 0 ? null : found.innerArchive,
    estimatedExtractionTime: estimateExtraction(files, size),
    wrappingFolder,
    leftOut: found.leftOut,
  };
  const isSite = hasIndexHtml || opensWithPage(pages);
  return { data: isSite ? [] : found.data, tiles: isSite ? [] : found.tiles.list(), analysis };
}

/** Returns the path of an accepted entry. */
function toPath({ name }: DirectoryEntry): string {
  const path = parseEntryPath(name ?? "");
  return isRefusal(path) ? "" : path.components.join("/");
}

function toNames({ examples, possible }: UndeclaredNames, encoding: NameEncoding): ZipNames {
  const [first = new Uint8Array()] = examples;
  const lastPart = (name: string) => name.split("/").findLast((part) => part !== "") ?? name;
  return {
    encoding,
    samples: examples.map((name) => decodeName(name, encoding) ?? ""),
    options: possible.map((option) => ({ encoding: option, example: lastPart(decodeName(first, option) ?? "") })),
  };
}

function toZipEntry(entry: DirectoryEntry): ZipEntry {
  const { method, storedSize, size, offset } = entry;
  return { path: toPath(entry), method, storedSize, size, offset };
}
