import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { DESCRIPTION, descriptionSchema, parseSums, SUMS } from "./format";
import type { BackupTarget } from "./target";

const PARTIAL = ".partial";
const isDated = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);

/** Names of the whole backups in a folder, the newest last. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isDated).sort();
}

interface Former {
  folder: string;
  sums: ReadonlyMap<string, string>;
}

async function openFormer(root: string, identity: string): Promise<Former | null> {
  const newest = (await listBackups(root)).at(-1);
  if (!newest) return null;
  const folder = path.join(root, newest);
  const description = descriptionSchema.parse(JSON.parse(await readFile(path.join(folder, DESCRIPTION), "utf8")));
  if (description.identity !== identity) throw new Error(`${root} has backups of another Sea-Vision. Choose another folder.`);
  return { folder, sums: parseSums(await readFile(path.join(folder, SUMS), "utf8")) };
}

/**
 * Backups side by side in one folder, each a folder named by its time and whole in itself. What the one before has already,
 * the next one shares with it by hard links, so that it takes space and time for the new files alone.
 */
export class FolderTarget implements BackupTarget {
  private readonly made = new Set<string>();

  private constructor(
    readonly folder: string,
    readonly place: string,
    private readonly former: Former | null,
  ) {}

  /** @throws Error when the folder holds backups of another product */
  static async open(folder: string, takenAt: Date, identity: string): Promise<FolderTarget> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const former = await openFormer(folder, identity);
    // One backup of a product runs at a time, and the folder is this product's: these are of killed ones.
    for (const name of await readdir(folder)) {
      if (name.endsWith(PARTIAL) && isDated(name.slice(0, -PARTIAL.length))) await rm(path.join(folder, name), { recursive: true });
    }
    const name = `${takenAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
    const target = new FolderTarget(folder, path.join(folder, name), former);
    await mkdir(target.partial, { mode: 0o700 });
    return target;
  }

  async has(name: string, size: number): Promise<boolean> {
    if (!this.former?.sums.has(name)) return false;
    const found = await stat(path.join(this.former.folder, name)).catch(() => null);
    return found?.size === size;
  }

  async reuse(name: string, size: number): Promise<string | null> {
    const sum = this.former?.sums.get(name);
    if (!this.former || !sum || !(await this.has(name, size))) return null;
    const file = path.join(this.former.folder, name);
    const linked = link(file, await this.prepare(name));
    // Some file systems have no hard links, or only so many of one file: then it is copied.
    return linked.then(
      () => sum,
      () => null,
    );
  }

  async add(name: string, _size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const handle = await open(await this.prepare(name), "wx", 0o600);
    await pipeline(content, handle.createWriteStream({ flush: true }));
  }

  async finish(): Promise<void> {
    for (const folder of [...this.made, this.partial]) await syncFolder(folder);
    await rename(this.partial, this.place);
    await syncFolder(this.folder);
  }

  discard(): Promise<void> {
    return rm(this.partial, { recursive: true, force: true });
  }

  private get partial(): string {
    return `${this.place}${PARTIAL}`;
  }

  private async prepare(name: string): Promise<string> {
    const file = path.join(this.partial, name);
    const folder = path.dirname(file);
    if (!this.made.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.made.add(folder);
    }
    return file;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
