/** The files API of one project in memory. */
import { HttpResponse, http, type JsonBodyType } from "msw";
import type { FileItem } from "@/lib/files/schema";
import type { TrashItem } from "@/lib/files/trash/schema";
import { answer } from "../setup/api";

const MODIFIED = "2026-11-20T10:00:00.000Z";
const DAY_MS = 86_400_000;
const API = "/api/files/:project";

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);
const within = (path: string, top: string) => path === top || path.startsWith(`${top}/`);

/** A file with its size, or a folder with `null`. */
type Entry = number | null;

interface Deleted {
  item: TrashItem;
  entries: [path: string, entry: Entry][];
}

const success = (body: JsonBodyType & object = {}) => HttpResponse.json({ success: true, message: "Done", ...body });
export const refusal = (status: number, message: string) => HttpResponse.json({ success: false, message, error: message }, { status });

function compareNames(sort: string) {
  const { compare } = new Intl.Collator("en", { numeric: sort.startsWith("natural") });
  return (one: FileItem, other: FileItem) =>
    Number(one.type === "file") - Number(other.type === "file") || compare(one.name, other.name) * (sort.endsWith("desc") ? -1 : 1);
}

export class FolderApi {
  readonly entries = new Map<string, Entry>();
  readonly deleted = new Map<string, Deleted>();
  private revision = 1;
  private deletions = 0;

  /** @param sizes of files in bytes, keyed by path. The folders on their way come to be, too. */
  constructor(sizes: Readonly<Record<string, number>>) {
    for (const [path, size] of Object.entries(sizes)) this.add(path, size);
    this.answerCalls();
  }

  add(path: string, entry: Entry): FileItem {
    for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) this.entries.set(folder, null);
    this.entries.set(path, entry);
    this.revision += 1;
    return this.itemAt(path);
  }

  namesIn(folder: string): string[] {
    return [...this.entries.keys()].filter((path) => path !== "" && parentOf(path) === folder).map(nameOf);
  }

  /** Moves an item with all that is in it to the trash. @returns the id in the trash, or null for a missing item */
  delete(path: string): string | null {
    const entries = this.below(path);
    if (entries.length === 0) return null;
    for (const [gone] of entries) this.entries.delete(gone);
    this.deletions += 1;
    const id = String(this.deletions);
    const files = entries.map(([, entry]) => entry).filter((entry) => entry !== null);
    const item: TrashItem = {
      _id: id,
      name: nameOf(path),
      type: entries.some(([at, entry]) => at === path && entry === null) ? "folder" : "file",
      size: files.reduce((sum, size) => sum + size, 0),
      fileCount: files.length,
      from: parentOf(path),
      deletedAt: new Date().toISOString(),
      deletedBy: { _id: "id-ann", fullName: "Ann Archer" },
      expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    };
    this.deleted.set(id, { item, entries });
    this.revision += 1;
    return id;
  }

  private below(top: string): [string, Entry][] {
    return [...this.entries].filter(([path]) => within(path, top));
  }

  private itemAt(path: string): FileItem {
    const entry = this.entries.get(path) ?? null;
    return { name: nameOf(path), path, type: entry === null ? "folder" : "file", size: entry ?? 0, modified: MODIFIED };
  }

  private copy(from: string, to: string, keeps: boolean): FileItem {
    for (const [path, entry] of this.below(from)) {
      if (!keeps) this.entries.delete(path);
      this.add(to + path.slice(from.length), entry);
    }
    return this.itemAt(to);
  }

  /** Returns a path in the folder that is free, as the server chooses it. */
  private free(folder: string, name: string): string {
    const path = join(folder, name);
    return this.entries.has(path) ? join(folder, name.replace(/(\.[^.]*)?$/, " (copy)$1")) : path;
  }

  private answerCalls(): void {
    answer(
      http.get(`${API}/browse`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        const [path = "", search = "", sort = "", offset, limit] = ["path", "search", "sort", "offset", "limit"].map(
          (name) => query.get(name) ?? "",
        );
        const all = this.namesIn(path)
          .filter((name) => name.toLowerCase().includes(search.toLowerCase()))
          .map((name) => this.itemAt(join(path, name)))
          .sort(compareNames(sort));
        const items = all.slice(Number(offset), Number(offset) + (limit ? Number(limit) : all.length));
        return success({ items, total: all.length, revision: String(this.revision) });
      }),
      http.post<never, { folderPath: string; folderName: string }>(`${API}/folder`, async ({ request }) => {
        const { folderPath, folderName } = await request.json();
        return success({ item: this.add(join(folderPath, folderName), null) });
      }),
      http.patch<never, { oldPath: string; newName: string }>(`${API}/rename`, async ({ request }) => {
        const { oldPath, newName } = await request.json();
        return success({ item: this.copy(oldPath, join(parentOf(oldPath), newName), false) });
      }),
      http.delete<never, { itemPath: string }>(`${API}/item`, async ({ request }) => {
        const { itemPath } = await request.json();
        return success({ trashId: this.delete(itemPath) });
      }),
      ...(["move", "copy"] as const).map((how) =>
        http.post<never, { itemPaths: string[]; targetPath: string }>(`${API}/${how}`, async ({ request }) => {
          const { itemPaths, targetPath } = await request.json();
          return success({
            items: itemPaths.map((path) => this.copy(path, this.free(targetPath, nameOf(path)), how === "copy")),
          });
        }),
      ),
      http.post<never, { itemPaths: string[] }>(`${API}/size`, async ({ request }) => {
        const files = (await request.json()).itemPaths.flatMap((path) => this.below(path)).filter(([, entry]) => entry !== null);
        return success({ files: files.length, bytes: files.reduce((sum, [, size]) => sum + (size ?? 0), 0) });
      }),
      http.get(`${API}/trash`, () => success({ items: [...this.deleted.values()].map(({ item }) => item).reverse() })),
      http.post<never, { id: string }>(`${API}/trash/restore`, async ({ request }) => {
        const { id } = await request.json();
        const found = this.deleted.get(id);
        if (!found) return refusal(404, "This item is no longer in the trash.");
        this.deleted.delete(id);
        for (const [path, entry] of found.entries) this.add(path, entry);
        return success({ item: this.itemAt(join(found.item.from, found.item.name)) });
      }),
      http.delete<never, { ids?: string[] }>(`${API}/trash`, async ({ request }) => {
        const { ids = [...this.deleted.keys()] } = await request.json();
        const deleted = ids.filter((id) => this.deleted.delete(id)).length;
        return success({ deleted });
      }),
    );
  }
}
