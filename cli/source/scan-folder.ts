import type { Dirent, Stats } from "node:fs";
import { access, constants, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { pathIn, visitFolders } from "../../lib/upload-client/reading/visit-folders";
import type { FolderFile } from "../../lib/upload-client/send/byte-source";
import { ClientFailure, Problems, printable } from "../failure";
import { DiskFile, statSettled } from "./disk-file";

export interface ScanOptions {
  isExcluded: (path: string, isFolder: boolean) => boolean;
  onProgress: (filesFound: number) => void;
  signal: AbortSignal;
}

interface Folder {
  path: string;
  location: string;
  /** Real paths of this folder and its parents. A link to one of them is a loop. */
  above: readonly string[];
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const AT_A_TIME = 64;
/** A file with these bits needs no call that checks the access. */
const READABLE_BY_ALL = constants.S_IRUSR | constants.S_IRGRP | constants.S_IROTH;

class Scan {
  readonly files: FolderFile<DiskFile>[] = [];
  readonly problems = new Problems();

  constructor(
    private readonly top: string,
    private readonly options: ScanOptions,
  ) {}

  async visit(folder: Folder): Promise<Folder[]> {
    this.options.signal.throwIfAborted();
    const entries = await readdir(folder.location, { withFileTypes: true, encoding: "buffer" }).catch(() => null);
    if (entries === null) {
      this.problems.add(folder.path || ".", "cannot be read");
      return [];
    }
    const below: Folder[] = [];
    for (let from = 0; from < entries.length; from += AT_A_TIME) {
      this.options.signal.throwIfAborted();
      const found = await Promise.all(entries.slice(from, from + AT_A_TIME).map((entry) => this.visitEntry(folder, entry)));
      below.push(...found.filter((one) => one !== null));
    }
    this.options.onProgress(this.files.length);
    return below;
  }

  private async visitEntry(folder: Folder, entry: Dirent<Buffer>): Promise<Folder | null> {
    const name = this.readName(folder, entry.name);
    if (name === null) return null;
    const found = { path: pathIn(folder.path, name), location: path.join(folder.location, name) };
    // The target of a link is unknown until `follow`, so it may be a folder.
    if (this.options.isExcluded(found.path.normalize("NFC"), !entry.isFile())) return null;
    if (entry.isSymbolicLink()) return this.follow(folder, found);
    if (entry.isDirectory()) return this.enter(folder, found, path.join(folder.above.at(-1) ?? "", name));
    const state = entry.isFile() ? await statSettled(found.location).catch(() => null) : null;
    await this.take(found, entry.isFile() ? state : undefined);
    return null;
  }

  private readName(folder: Folder, name: Buffer): string | null {
    try {
      return decoder.decode(name);
    } catch {
      const shown = Array.from(name, (byte) => (byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16)}` : String.fromCharCode(byte)));
      this.problems.add(pathIn(folder.path, shown.join("")), "has a name that is not in UTF-8");
      return null;
    }
  }

  private enter(folder: Folder, { path: place, location }: Pick<Folder, "path" | "location">, real: string): Folder {
    return { path: place, location, above: [...folder.above, real] };
  }

  private async follow(folder: Folder, link: Pick<Folder, "path" | "location">): Promise<Folder | null> {
    const real = await realpath(link.location).catch((error: NodeJS.ErrnoException) => error.code ?? "");
    if (!path.isAbsolute(real)) {
      this.problems.add(link.path, real === "ELOOP" ? "is a link that leads back to itself" : "is a link that leads nowhere");
      return null;
    }
    if (real !== this.top && !real.startsWith(this.top + path.sep)) {
      this.problems.add(link.path, "is a link that leads out of the folder");
      return null;
    }
    const state = await statSettled(real).catch(() => null);
    if (!state?.isDirectory()) {
      await this.take({ path: link.path, location: real }, state);
      return null;
    }
    if (!folder.above.includes(real)) return this.enter(folder, { path: link.path, location: link.location }, real);
    this.problems.add(link.path, "is a link that leads back to a folder around it");
    return null;
  }

  private async take({ path: place, location }: Pick<Folder, "path" | "location">, state: Stats | null | undefined): Promise<void> {
    if (state === undefined || (state && !state.isFile())) return this.problems.add(place, "is neither a file nor a folder");
    const isReadable =
      state !== null &&
      ((state.mode & READABLE_BY_ALL) === READABLE_BY_ALL ||
        (await access(location, constants.R_OK).then(
          () => true,
          () => false,
        )));
    if (!isReadable || !state) return this.problems.add(place, "cannot be read");
    this.files.push({ path: place.normalize("NFC"), file: new DiskFile(location, state) });
  }
}

/** Finds the files of a folder, with paths in NFC. Follows links inside the folder. @throws ClientFailure naming every problem */
export async function scanFolder(top: string, options: ScanOptions): Promise<FolderFile<DiskFile>[]> {
  const scan = new Scan(top, options);
  await visitFolders<Folder>([{ path: "", location: top, above: [top] }], (folder) => scan.visit(folder));
  scan.problems.throwIfAny();
  return scan.files;
}

/** Returns one file as the only file of a folder. @throws ClientFailure */
export async function scanFile(location: string): Promise<FolderFile<DiskFile>[]> {
  const state = await statSettled(location).catch(() => null);
  if (!state?.isFile()) throw new ClientFailure("unpublishable", `${printable(location)} cannot be read.`);
  return [{ path: path.basename(location).normalize("NFC"), file: new DiskFile(location, state) }];
}

/** Converts a pattern to a regular expression. `**` matches any folders; `*` and `?` match within a name. */
function toExpression(pattern: string): string {
  return pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (found) => {
    if (found === "**/") return "(?:.*/)?";
    if (found === "**") return ".*";
    if (found === "*") return "[^/]*";
    return found === "?" ? "[^/]" : `\\${found}`;
  });
}

/** Returns a matcher of ignored paths, with the rules of `.gitignore` except `!`. The scan skips the contents of ignored folders. */
export function excluder(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const rules = patterns
    .map((pattern) => pattern.trim().normalize("NFC"))
    .filter((pattern) => pattern !== "")
    .map((pattern) => {
      const bare = pattern.replace(/\/+$/, "");
      const isName = !bare.includes("/");
      const expression = new RegExp(`^${isName ? "(?:.*/)?" : ""}${toExpression(bare.replace(/^(\.?\/)+/, ""))}$`, "su");
      return { expression, foldersOnly: pattern.endsWith("/") };
    });
  return (path, isFolder) => rules.some(({ expression, foldersOnly }) => (isFolder || !foldersOnly) && expression.test(path));
}
