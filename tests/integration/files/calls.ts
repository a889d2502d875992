import type { z } from "zod";
import { GET as browse } from "@/app/api/files/[project]/browse/route";
import { POST as copy } from "@/app/api/files/[project]/copy/route";
import { POST as existing } from "@/app/api/files/[project]/existing/route";
import { POST as folder } from "@/app/api/files/[project]/folder/route";
import { DELETE as item } from "@/app/api/files/[project]/item/route";
import { POST as move } from "@/app/api/files/[project]/move/route";
import { PATCH as rename } from "@/app/api/files/[project]/rename/route";
import { POST as size } from "@/app/api/files/[project]/size/route";
import { POST as restore } from "@/app/api/files/[project]/trash/restore/route";
import { DELETE as emptyTrash, GET as trash } from "@/app/api/files/[project]/trash/route";
import type { DeleteAnswer, ExistingAnswer, FolderPage, ItemAnswer, ItemsAnswer, sizeAnswerSchema } from "@/lib/files/schema";
import type { EmptiedAnswer, TrashAnswer } from "@/lib/files/trash/schema";
import { requestTo, type SignedIn } from "../../setup/signed-in";

export interface Answer<Body> {
  status: number;
  body: Body & { success: boolean; message?: string; error?: string };
}

type Handler = (request: Request, context: { params: Promise<{ project: string }> }) => Promise<Response>;

export function filesOf({ browser: headers }: Pick<SignedIn, "browser">, project: string) {
  const call = async <Body>(handler: Handler, method: string, path: string, body?: unknown): Promise<Answer<Body>> => {
    const request = requestTo(`/api/files/${encodeURIComponent(project)}/${path}`, { method, headers, body });
    const response = await handler(request, { params: Promise.resolve({ project }) });
    return { status: response.status, body: await response.json() };
  };
  return {
    browse: (path = "", query: Record<string, string> = {}) =>
      call<FolderPage>(browse, "GET", `browse?${new URLSearchParams({ path, ...query })}`),
    folder: (folderPath: unknown, folderName: unknown) => call<ItemAnswer>(folder, "POST", "folder", { folderPath, folderName }),
    rename: (oldPath: unknown, newName: unknown) => call<ItemAnswer>(rename, "PATCH", "rename", { oldPath, newName }),
    remove: (itemPath: unknown, more: { itemType?: unknown; permanently?: unknown } = {}) =>
      call<DeleteAnswer>(item, "DELETE", "item", { itemPath, ...more }),
    move: (itemPaths: unknown, targetPath: unknown) => call<ItemsAnswer>(move, "POST", "move", { itemPaths, targetPath }),
    copy: (itemPaths: unknown, targetPath: unknown) => call<ItemsAnswer>(copy, "POST", "copy", { itemPaths, targetPath }),
    existing: (targetPath: unknown, paths: unknown) => call<ExistingAnswer>(existing, "POST", "existing", { targetPath, paths }),
    size: (itemPaths: unknown) => call<z.infer<typeof sizeAnswerSchema>>(size, "POST", "size", { itemPaths }),
    trash: () => call<TrashAnswer>(trash, "GET", "trash"),
    restore: (id: unknown) => call<ItemAnswer>(restore, "POST", "trash/restore", { id }),
    emptyTrash: (body: unknown = {}) => call<EmptiedAnswer>(emptyTrash, "DELETE", "trash", body),
  };
}
export type FilesCalls = ReturnType<typeof filesOf>;
