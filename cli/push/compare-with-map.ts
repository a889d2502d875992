import { compareFolder } from "../../lib/upload-client/compare/compare-folder";
import { CompareError } from "../../lib/upload-client/compare/version-calls";
import type { ComparedWith } from "../../lib/upload-client/finalize/publish-folder";
import type { FolderFile } from "../../lib/upload-client/send/byte-source";
import { ClientFailure } from "../failure";
import { formatBytes } from "../report/report";
import type { DiskFile } from "../source/disk-file";
import type { HashCache } from "../state/hash-cache";
import type { Push } from "./push";

export interface FolderComparison extends ComparedWith {
  added: string[];
  changed: string[];
  removed: string[];
  sameCount: number;
}

/** Compares a folder with the current map of a project, as the browser does. @param finding the folder's files, and `makesMap` as in compareFolder @throws ClientFailure */
export async function compareWithMap(
  finding: Promise<{ mapFiles: readonly FolderFile<DiskFile>[]; makesMap: boolean }>,
  { projectId, known }: { projectId: string; known: HashCache },
  { host, report, signal }: Pick<Push, "host" | "report" | "signal">,
): Promise<FolderComparison> {
  const pick = async (indexes: readonly number[]) => {
    const { mapFiles: files } = await finding;
    return indexes.flatMap((index) => files[index] ?? []);
  };
  const folder = {
    known,
    list: async () => {
      const { mapFiles: files, makesMap } = await finding;
      return { paths: files.map(({ path }) => path), sizes: files.map(({ file }) => file.size), makesMap };
    },
    files: async (indexes: number[]) => (await pick(indexes)).map(({ file }) => file),
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
    const pathsOf = async (indexes: number[]) => (await pick(indexes)).map(({ path }) => path);
    return { ...difference, added: await pathsOf(added), changed: await pathsOf(changed) };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof CompareError ? new ClientFailure("refused", error.message) : error;
  }
}
