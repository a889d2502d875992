import { isRefusal, parseEntryPath } from "../../archives/entry-path";
import { isIgnoredFile, withoutFolderIcon } from "../../archives/ignored-files";
import { archiveLimits } from "../../archives/limits";
import { PathTree, type TakenName } from "../../archives/path-tree";
import { Throttle } from "../../archives/throttle";
import { blobKeySchema } from "../../blobs/store";
import { env } from "../../env";
import type { AppError } from "../../errors";
import { MAX_UPLOAD_BYTES } from "../uploads/schema";
import type { ClaimedFile } from "./fields";
import type { ListedFile, RemovedFile } from "./list-format";
import {
  EMPTY_FOLDER,
  FOLDER_TOO_LARGE,
  NO_SUCH_UPLOAD,
  NOTHING_CHANGED,
  NOTHING_TO_COMPARE,
  PATHS_TOO_LONG,
  refuseList,
  refusePath,
  TOO_MANY_FOLDERS,
  tooManyFiles,
} from "./refusals";
import { UploadUses } from "./upload-uses";

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
