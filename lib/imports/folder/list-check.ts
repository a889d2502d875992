import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { isIgnoredFile, withoutFolderIcon } from "../../archives/ignored-files";
import { archiveLimits } from "../../archives/limits";
import { PathTree, type TakenName } from "../../archives/path-tree";
import { quoteName } from "../../archives/refusals";
import { Throttle } from "../../archives/throttle";
import { blobKeySchema } from "../../blobs/store";
import { env } from "../../env";
import type { AppError } from "../../errors";
import { MAX_UPLOAD_BYTES } from "../uploads/schema";
import type { ClaimedFile } from "./fields";
import type { ListedFile, RemovedFile } from "./list-format";
import {
  BYTES_GONE,
  EMPTY_FOLDER,
  FOLDER_TOO_LARGE,
  NO_SUCH_UPLOAD,
  NOTHING_CHANGED,
  NOTHING_TO_COMPARE,
  PATHS_TOO_LONG,
  refuseList,
  refusePath,
  TOO_MANY_FOLDERS,
  TOO_MANY_UPLOADS,
  tooManyFiles,
  UNORDERED_FILES,
} from "./refusals";

interface Run {
  offset: number;
  size: number;
}

type Use = number | Run[];

const MOST_UPLOADS = 1_000_000;
/** Runs of files that do not follow each other. Our clients list files in their order, which makes one run of each upload. */
const MOST_RUNS = 1_000_000;

const count = (value: number) => value.toLocaleString("en-US");

/** Tracks which bytes of its uploads a list uses. Files must fill an upload, so that a wrong offset can't publish other bytes. */
export class UploadUses {
  private readonly uses = new Map<string, Use>();
  private runs = 0;

  get uploadIds(): Iterable<string> {
    return this.uses.keys();
  }

  /** Adds a file. @param offset null when the upload is only this file @throws AppError 400 for an upload with another use */
  add({ uploadId, path, size, offset }: { uploadId: string; path: string; size: number; offset: number | null }): void {
    const use = this.uses.get(uploadId);
    if (offset === null) {
      if (use !== undefined) throw refuseList(`${quoteName(path)} names an upload that another file has come in already.`);
      this.uses.set(uploadId, size);
    } else if (typeof use === "number") throw refuseList(`${quoteName(path)} names an upload that is another file as a whole.`);
    else this.addRun(uploadId, use ?? [], { offset, size });
    if (this.uses.size > MOST_UPLOADS) throw refuseList(TOO_MANY_UPLOADS);
  }

  private addRun(uploadId: string, use: Run[], { offset, size }: Run): void {
    const last = use.at(-1);
    if (last && last.offset + last.size === offset) {
      last.size += size;
      return;
    }
    use.push({ offset, size });
    this.uses.set(uploadId, use);
    this.runs += 1;
    if (this.runs > MOST_RUNS) throw refuseList(UNORDERED_FILES);
  }

  /** Checks all uploads. @param gone finished uploads whose bytes are missing @throws AppError 404 for unknown uploads, 409 for those, 400 for wrong sizes */
  async check({ sizes, gone }: { sizes: ReadonlyMap<string, number>; gone: readonly string[] }): Promise<void> {
    const missing = new Set(gone);
    const throttle = new Throttle();
    for (const [id, use] of this.uses) {
      await throttle.pause();
      const length = sizes.get(id);
      if (missing.has(id)) throw refuseList(BYTES_GONE, "conflict");
      if (length === undefined) throw refuseList(NO_SUCH_UPLOAD, "not_found");
      if (typeof use !== "number") checkRuns(id, use, length);
      else if (use !== length) {
        throw refuseList(`The upload ${id} has ${count(length)} bytes, but its file is said to have ${count(use)}.`);
      }
    }
  }
}

function checkRuns(id: string, runs: Run[], length: number): void {
  runs.sort((first, second) => first.offset - second.offset || first.size - second.size);
  let end = 0;
  for (const { offset, size } of runs) {
    if (offset + size > length) throw refuseList(`A file of the upload ${id} reaches beyond its end, at byte ${count(length)}.`);
    // An empty file may lie between two files of a run.
    if (offset < end && size > 0) throw refuseList(`Two files of the upload ${id} share bytes, at byte ${count(offset)}.`);
    if (offset > end) throw refuseList(`No file takes the bytes ${count(end)} to ${count(offset)} of the upload ${id}.`);
    end = Math.max(end, offset + size);
  }
  if (end < length) throw refuseList(`No file takes the bytes ${count(end)} to ${count(length)} of the upload ${id}.`);
}

/** Paths that are kept in memory, to refuse duplicates before the import begins. The import finds those of longer lists in the database. */
const PATHS_KEPT = 200_000;

/**
 * Checks the list of an uploaded folder, file by file, by the rules of an archive's directory (lib/archives/rules.ts). Its memory grows
 * with the folders and uploads, not with the files.
 */
export class ListCheck {
  readonly uses = new UploadUses();
  private readonly most = env().maxFiles;
  private readonly tree = new PathTree();
  private readonly removed = new Set<string>();
  private readonly published = new Set<string>();
  private files = 0;
  private removals = 0;
  private bytes = 0;
  private pathBytes = 0;

  get claims(): Iterable<string> {
    return this.published;
  }

  /** Checks a file. @returns null for an ignored one, such as .DS_Store @throws AppError 400, 404, 413 */
  add(file: ClaimedFile): ListedFile | null {
    const components = this.readPath(file.path);
    const upload = blobKeySchema.safeParse(file.uploadId);
    if (!upload.success) throw refuseList(NO_SUCH_UPLOAD, "not_found");
    // Ignored files take bytes of their pack like others.
    this.uses.add(file);
    this.bytes += file.size;
    if (this.bytes > MAX_UPLOAD_BYTES) throw refuseList(FOLDER_TOO_LARGE, "too_large");
    if (isIgnoredFile(components)) return null;
    this.place(components);
    this.published.add(upload.data);
    const { size, offset, lastModified: modified } = file;
    return { path: components.join("/"), upload: upload.data, offset: offset ?? 0, size, modified };
  }

  remove(path: string): RemovedFile {
    const removed = this.readPath(path).join("/");
    if (this.removed.has(removed)) throw refusePath("duplicate", path);
    // Removing a file twice does no harm.
    if (this.removed.size < PATHS_KEPT) this.removed.add(removed);
    this.removals += 1;
    if (this.removals > this.most) throw refuseList(tooManyFiles());
    return { removed };
  }

  /** Checks what only the whole list shows. @param isDelta true for a list of differences @throws AppError 400 */
  async finish(isDelta: boolean): Promise<void> {
    if (!isDelta && this.removals > 0) throw refuseList(NOTHING_TO_COMPARE);
    if (this.files === 0 && this.removals === 0) throw refuseList(isDelta ? NOTHING_CHANGED : EMPTY_FOLDER);
    const throttle = new Throttle();
    for (const path of this.removed) {
      await throttle.pause();
      if (this.tree.hasFile(path.split("/"))) throw refusePath("removedToo", path);
    }
  }

  private readPath(name: string): string[] {
    const path = parseEntryPath(withoutFolderIcon(name));
    if (isRefusal(path)) throw refusePath(path.code, name);
    if (path.isFolder) throw refusePath("noFile", name);
    return path.components;
  }

  private place(components: readonly string[]): void {
    const entered = this.tree.enterFolder(components.slice(0, -1));
    if ("taken" in entered) throw this.refuseTwice(entered.taken);
    for (const { name } of entered.newFolders) this.pathBytes += name.length;
    if (this.pathBytes > archiveLimits.allPathsBytes) throw refuseList(PATHS_TOO_LONG);
    const place = { folder: entered.folder, name: components.at(-1) ?? "" };
    if (!this.tree.addFile(place.folder, place.name)) throw this.refuseTwice(place);
    this.files += 1;
    if (this.files > PATHS_KEPT) this.tree.forgetFiles();
    if (this.files + this.tree.folderCount > this.most) throw refuseList(tooManyFiles());
    if (this.tree.folderCount > archiveLimits.folders) throw refuseList(TOO_MANY_FOLDERS);
  }

  private refuseTwice({ folder, name }: TakenName): AppError {
    const path = [...this.tree.pathOf(folder), name].join("/");
    return refusePath(this.tree.hasFolder(folder, name) ? "fileAndFolder" : "duplicate", path);
  }
}
