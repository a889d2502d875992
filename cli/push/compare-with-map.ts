import { compareFolder } from "../../lib/publish/compare/compare-folder";
import { CompareError } from "../../lib/publish/compare/version-calls";
import type { ComparedWith } from "../../lib/publish/finalize/publish-folder";
import type { FolderFile } from "../../lib/publish/send/byte-source";
import { ClientFailure } from "../failure";
import { formatBytes } from "../report/format";
import type { DiskFile } from "../source/disk-file";
import { HashCache } from "../state/hash-cache";
import type { Push } from "./push";

export interface FolderComparison extends ComparedWith {
  added: string[];
  changed: string[];
  removed: string[];
  sameCount: number;
}

/** Compares a folder with the current map of a project, as the browser does. @throws ClientFailure */
export async function compareWithMap(
  files: readonly FolderFile<DiskFile>[],
  projectId: string,
  { host, report, signal, state }: Pick<Push, "host" | "report" | "signal" | "state">,
): Promise<FolderComparison> {
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => files[index] ?? []);
  const known = await HashCache.open(state.hashesFile);
  const folder = {
    known,
    list: () => Promise.resolve({ paths: files.map(({ path }) => path), sizes: files.map(({ file }) => file.size) }),
    files: (indexes: number[]) => Promise.resolve(pick(indexes).map(({ file }) => file)),
  };
  const call: Push["host"]["call"] = (path, init) => {
    signal.throwIfAborted();
    return host.call(path, { ...init, signal });
  };
  try {
    const { added, changed, ...difference } = await compareFolder({ call, id: projectId }, folder, ({ hashedBytes, bytesToHash }) => {
      if (bytesToHash > 0) report.show(`Comparing with the map: ${formatBytes(hashedBytes)} of ${formatBytes(bytesToHash)}`);
    });
    await known.save();
    return { ...difference, added: pick(added).map(({ path }) => path), changed: pick(changed).map(({ path }) => path) };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CompareError ? new ClientFailure("refused", error.message) : error;
  }
}
