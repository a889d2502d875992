import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { createTree, insertFolders, reserveEntryIds } from "@/lib/trees/mutations";
import { admins, type Call, type Outcomes, type Row } from "./row";
import type { World } from "./world";

const FILES = "/api/files/[project]";

/** Returns the root of the project's current map, and creates a map when there is none. */
async function findRoot({ project }: World): Promise<{ treeId: number; rootId: number }> {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
  if (currentTreeId !== null) {
    const root = await db().entry.findFirstOrThrow({ where: { treeId: currentTreeId, parentId: null } });
    return { treeId: Number(currentTreeId), rootId: Number(root.id) };
  }
  const made = await createTree(db());
  await db().tree.update({ where: { id: made.treeId }, data: { projectId: project.id } });
  await db().project.update({ where: { id: project.id }, data: { currentTreeId: made.treeId } });
  return made;
}

/** Creates a folder for the request. @returns its name */
async function newFolder(world: World): Promise<string> {
  const { treeId, rootId } = await findRoot(world);
  const [id = 0] = await reserveEntryIds(db(), 1);
  const name = `folder-${randomUUID()}`;
  await insertFolders(db(), treeId, [{ id, parentId: rootId, name, modifiedAt: new Date() }]);
  return name;
}

/** Creates an entry in the trash of the project, or of the shared assets. @returns its id */
async function newTrash(projectId: string | null): Promise<string> {
  const { treeId, rootId } = await createTree(db(), "trash");
  const [id = 0] = await reserveEntryIds(db(), 1);
  await insertFolders(db(), treeId, [{ id, parentId: rootId, name: `trashed-${randomUUID()}`, modifiedAt: new Date() }]);
  await db().tree.update({ where: { id: treeId }, data: { projectId, trashedAt: new Date(), trashedFrom: "" } });
  return String(treeId);
}

type Body = (world: World) => unknown;

const bodies = {
  folder: () => ({ folderPath: "", folderName: `new-${randomUUID()}` }),
  rename: async (world) => ({ oldPath: await newFolder(world), newName: `renamed-${randomUUID()}` }),
  item: async (world) => ({ itemPath: await newFolder(world) }),
  move: async (world) => ({ itemPaths: [await newFolder(world)], targetPath: await newFolder(world) }),
  copy: async (world) => ({ itemPaths: [await newFolder(world)], targetPath: "" }),
  size: async (world) => ({ itemPaths: [await newFolder(world)] }),
  existing: () => ({ targetPath: "", paths: ["index.html"] }),
  trash: async (world) => ({ ids: [await newTrash(world.project.id)] }),
  "trash/restore": async (world) => ({ id: await newTrash(world.project.id) }),
} satisfies Record<string, Body>;

/** Returns a request, and the same one with a missing project. */
function rowsOf(method: Row["method"], action: string, body?: Body, tokens?: Row["tokens"]): Row[] {
  const callTo =
    (projectOf: (world: World) => string) =>
    async (world: World): Promise<Call> => {
      const path = `/api/files/${projectOf(world)}/${action}`;
      return body ? { path, body: await body(world) } : { path };
    };
  const route = `${FILES}/${action}`;
  return [
    { method, route, outcomes: admins(200), outside: 404, tokens, call: callTo(({ project }) => project.safeName) },
    { method, route, what: "of a missing target", outcomes: admins(404), tokens, call: callTo(() => randomUUID()) },
  ];
}

/** Returns a request about the shared assets, which belong to no project. */
function assetsRow(method: Row["method"], action: string, outcomes: Outcomes, body?: () => unknown): Row {
  const call = async (): Promise<Call> => ({ path: `/api/files/assets/${action}`, ...(body && { body: await body() }) });
  return { method, route: `${FILES}/${action}`, what: "of the shared assets", outcomes, inside: 403, call };
}

/** Returns a request about the conversion of a file of a project that has no map of data. */
function conversionRow(method: Row["method"], status: 404): Row {
  const call = ({ project }: World): Call => ({ path: `/api/files/${project.safeName}/conversion`, body: { itemPath: "depths.gpkg" } });
  return { method, route: `${FILES}/conversion`, outcomes: admins(status), call };
}

/** The file managers of projects and of the shared assets. */
export const fileRows: readonly Row[] = [
  ...rowsOf("GET", "browse"),
  ...rowsOf("POST", "folder", bodies.folder),
  ...rowsOf("PATCH", "rename", bodies.rename),
  ...rowsOf("DELETE", "item", bodies.item),
  ...rowsOf("POST", "move", bodies.move),
  ...rowsOf("POST", "copy", bodies.copy),
  ...rowsOf("POST", "existing", bodies.existing, "read"),
  ...rowsOf("POST", "size", bodies.size, "read"),
  conversionRow("DELETE", 404),
  conversionRow("POST", 404),
  ...rowsOf("GET", "trash"),
  ...rowsOf("DELETE", "trash", bodies.trash),
  ...rowsOf("POST", "trash/restore", bodies["trash/restore"]),
  assetsRow("GET", "browse", admins(200)),
  assetsRow("POST", "folder", admins(200), bodies.folder),
  assetsRow("GET", "trash", admins(200)),
  assetsRow("POST", "trash/restore", admins(200), async () => ({ id: await newTrash(null) })),
  {
    method: "POST",
    route: `${FILES}/trash/restore`,
    what: "of another project's trash",
    outcomes: admins(404),
    call: async ({ project }) => ({ path: `/api/files/${project.safeName}/trash/restore`, body: { id: await newTrash(null) } }),
  },
];
