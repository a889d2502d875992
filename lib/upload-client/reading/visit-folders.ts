import pLimit from "p-limit";

export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

const FOLDERS_AT_A_TIME = 8;

/** Visits folders and their subfolders, several at a time. @param visit lists one folder and returns its subfolders */
export async function visitFolders<Folder>(first: readonly Folder[], visit: (folder: Folder) => Promise<Folder[]>): Promise<void> {
  const limit = pLimit(FOLDERS_AT_A_TIME);
  const visitAll = async (folders: readonly Folder[]): Promise<void> => {
    await Promise.all(folders.map(async (folder) => visitAll(await limit(() => visit(folder)))));
  };
  await visitAll(first);
}
