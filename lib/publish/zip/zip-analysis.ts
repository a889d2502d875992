import { ArchiveDirectory } from "../../archives/directory/archive-directory";
import { findUndeclaredNames, type UndeclaredNames } from "../../archives/directory/find-encoding";
import { decodeName, type NameEncoding } from "../../archives/directory/name-encoding";
import type { DirectoryEntry } from "../../archives/directory/record";
import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { ArchiveRefusedError, type Refusal } from "../../archives/refusals";
import { DirectoryCheck, type EntryVerdict } from "../../archives/rules";
import { formatOfName } from "../../data-maps/values";
import type { LocalFile } from "../send/byte-source";
import { isReadableEntry, type ZipEntry } from "./zip-data-file";

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
  /** Seconds that the server needs to check every file. The map goes online earlier. */
  estimatedExtractionTime: number;
  wrappingFolder: string | null;
  leftOut: number;
  /** True when bytes after the archive are ignored. */
  hasTail: boolean;
  /** Null when every name declares its encoding. */
  names: ZipNames | null;
}

/** `data`: files that may become layers. Empty with an index.html. */
export type ZipVerdict = { kind: "accepted"; analysis: ZipAnalysis; data: ZipEntry[] } | { kind: "refused"; refusal: Refusal };

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

async function readAndCheck(file: LocalFile, onProgress: OnProgress, nameEncoding: NameEncoding | null): Promise<ZipVerdict> {
  const readBytes = async (position: number, length: number) => new Uint8Array(await file.slice(position, position + length).arrayBuffer());
  const opened = await ArchiveDirectory.open(readBytes, file.size);
  const undeclared = await findUndeclaredNames(opened, readBytes);
  const names = undeclared && toNames(undeclared, nameEncoding ?? undeclared.encoding);
  const directory = names ? opened.withEncoding(names.encoding) : opened;
  const { place } = directory;
  const check = new DirectoryCheck(place.archiveSize);
  let read = 0;
  let leftOut = 0;
  const data: ZipEntry[] = [];
  for await (const batch of directory.batches()) {
    for (const entry of batch) {
      const verdict = check.add(entry);
      if (verdict.kind === "refused") return verdict;
      if (verdict.kind === "ignored") leftOut += 1;
      data.push(...toData(entry, verdict));
    }
    read += batch.length;
    onProgress(read, Math.max(read, place.count));
  }
  const verdict = check.finish(place.start);
  if (verdict.kind === "refused") return verdict;
  const { files, size, storedSize, hasIndexHtml, wrappingFolder } = verdict.summary;
  return {
    kind: "accepted",
    data: hasIndexHtml ? [] : data,
    analysis: {
      fileCount: files,
      compressedSize: storedSize,
      uncompressedSize: size,
      compressionRatio: storedSize > 0 ? size / storedSize : 1,
      hasIndexHtml,
      estimatedExtractionTime: estimateExtraction(files, size),
      wrappingFolder,
      leftOut,
      hasTail: place.hasTail,
      names,
    },
  };
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

/** Returns an entry that may become a layer, or nothing. */
function toData({ name, method, storedSize, size, offset }: DirectoryEntry, verdict: EntryVerdict): ZipEntry[] {
  if (verdict.kind !== "file" || !formatOfName(verdict.name) || !isReadableEntry({ method })) return [];
  const path = parseEntryPath(name ?? "");
  return isRefusal(path) ? [] : [{ path: path.components.join("/"), method, storedSize, size, offset }];
}
