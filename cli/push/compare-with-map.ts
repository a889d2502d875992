import { CompareError } from "../../lib/publish/compare/compare-error";
import { type ComparisonMessage, NAMES_PER_MESSAGE } from "../../lib/publish/compare/compare-messages";
import { runComparison } from "../../lib/publish/compare/compare-session";
import type { ComparedWith } from "../../lib/publish/finalize/publish-folder";
import type { FolderFile } from "../../lib/publish/local-file";
import { ClientFailure } from "../failure";
import { formatBytes } from "../report/format";
import type { DiskFile } from "../source/disk-file";
import type { Push } from "./push";

/** How a folder stands to the map that it replaces. */
export interface FolderComparison extends ComparedWith {
  /** Paths in the map. */
  added: string[];
  changed: string[];
  removed: string[];
  sameCount: number;
}

/**
 * Compares a folder with the map that a project shows now, as the browser does.
 * @param files with their paths in the map
 * @throws ClientFailure
 */
export async function compareWithMap(
  files: readonly FolderFile<DiskFile>[],
  projectId: string,
  { host, report, signal }: Pick<Push, "host" | "report" | "signal">,
): Promise<FolderComparison> {
  const found: FolderComparison = { version: null, added: [], changed: [], removed: [], sameCount: 0 };
  const access = {
    fileCount: files.length,
    list: (from: number) => {
      const some = files.slice(from, from + NAMES_PER_MESSAGE);
      return Promise.resolve({ paths: some.map(({ path }) => path), sizes: some.map(({ file }) => file.size) });
    },
    files: (indexes: number[]) => Promise.resolve(indexes.flatMap((index) => files[index]?.file ?? [])),
  };
  const call: Push["host"]["call"] = (path, init) => {
    signal.throwIfAborted();
    return host.call(path, { ...init, signal });
  };
  try {
    await runComparison({ call, id: projectId }, access, (message) => take(message, found, report));
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CompareError ? new ClientFailure("refused", error.message) : error;
  }
  return found;
}

function take(message: ComparisonMessage, found: FolderComparison, report: Push["report"]): void {
  switch (message.kind) {
    case "added":
    case "changed":
      for (const place of message.paths) found[message.kind].push(place);
      return;
    case "removed":
      for (const place of message.paths) found.removed.push(place);
      return;
    case "compared":
      Object.assign(found, { version: message.version, sameCount: message.sameCount });
      return;
    case "progress": {
      const { hashedBytes, bytesToHash } = message;
      if (bytesToHash > 0) report.show(`Comparing with the map: ${formatBytes(hashedBytes)} of ${formatBytes(bytesToHash)}`);
    }
  }
}
