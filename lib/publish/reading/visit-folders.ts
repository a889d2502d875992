/** Path of something in a folder; "" is above every folder. */
export function pathIn(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Folders that are listed at a time: in a pyramid of tiles, many have a few files each. */
const FOLDERS_AT_A_TIME = 8;

/**
 * Works off folders, several at a time, and those that turn up meanwhile.
 * @param visit lists one folder and returns the folders in it
 */
export async function visitFolders<Folder>(first: readonly Folder[], visit: (folder: Folder) => Promise<Folder[]>): Promise<void> {
  const queue = [...first];
  const idle: (() => void)[] = [];
  let busy = 0;
  const visitor = async () => {
    while (true) {
      const folder = queue.pop();
      if (folder !== undefined) {
        busy += 1;
        queue.push(...(await visit(folder)));
        busy -= 1;
        for (const wake of idle.splice(0)) wake();
      } else if (busy === 0) return;
      else await new Promise<void>((resolve) => idle.push(resolve));
    }
  };
  await Promise.all(Array.from({ length: FOLDERS_AT_A_TIME }, visitor));
}
