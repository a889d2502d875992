import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { DESCRIPTION, descriptionSchema, parseSums, SUMS } from "./format";

const PARTIAL = ".partial";
const isDated = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name);

/** Returns the names of the complete backups in a folder, the newest last. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isDated).sort();
}

async function openFormer(root: string, identity: string) {
  const newest = (await listBackups(root)).at(-1);
  if (!newest) return null;
  const folder = path.join(root, newest);
  const description = descriptionSchema.parse(JSON.parse(await readFile(path.join(folder, DESCRIPTION), "utf8")));
  if (description.identity !== identity) throw new Error(`${root} has backups of another Sea-Vision. Choose another folder.`);
  return { folder, sums: parseSums(await readFile(path.join(folder, SUMS), "utf8")) };
}

/** A folder of complete backups named by their times, in which a finished one appears at once. Unchanged files are hard links to the former backup. */
export class FolderTarget {
  private readonly created = new Set<string>();
  private readonly partial: string;

  private constructor(
    readonly folder: string,
    readonly place: string,
    private readonly former: Awaited<ReturnType<typeof openFormer>>,
  ) {
    this.partial = `${place}${PARTIAL}`;
  }

  /** Opens a folder of backups for another one. @throws Error when the folder has backups of another product */
  static async open(folder: string, takenAt: Date, identity: string): Promise<FolderTarget> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const former = await openFormer(folder, identity);
    // Only one backup of a product runs at a time, so these are left by killed ones.
    for (const name of await readdir(folder)) {
      if (name.endsWith(PARTIAL) && isDated(name.slice(0, -PARTIAL.length))) await rm(path.join(folder, name), { recursive: true });
    }
    const name = `${takenAt.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
    const target = new FolderTarget(folder, path.join(folder, name), former);
    await mkdir(target.partial, { mode: 0o700 });
    return target;
  }

  has(name: string): boolean {
    return this.former?.sums.has(name) ?? false;
  }

  /** Reuses a stored file of a former backup. @returns its SHA-256, or null when none has that name and size */
  async reuse(name: string, size: number): Promise<string | null> {
    const sum = this.former?.sums.get(name);
    if (!this.former || !sum) return null;
    const file = path.join(this.former.folder, name);
    try {
      if ((await stat(file)).size !== size) return null;
      await link(file, await this.prepare(name));
      return sum;
    } catch {
      // Not every file system has hard links, and some limit their number: then the file is copied.
      return null;
    }
  }

  async add(name: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const handle = await open(await this.prepare(name), "wx", 0o600);
    await pipeline(content, handle.createWriteStream({ flush: true }));
  }

  async finish(): Promise<void> {
    for (const folder of [...this.created, this.partial]) await syncFolder(folder);
    await rename(this.partial, this.place);
    await syncFolder(this.folder);
  }

  discard(): Promise<void> {
    return rm(this.partial, { recursive: true, force: true });
  }

  private async prepare(name: string): Promise<string> {
    const file = path.join(this.partial, name);
    const folder = path.dirname(file);
    if (!this.created.has(folder)) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      this.created.add(folder);
    }
    return file;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
