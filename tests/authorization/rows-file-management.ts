import { randomUUID } from "node:crypto";
import { db } from "../../lib/db/client";
import { createTree } from "../../lib/trees/mutations";
import { type Row, superadmins } from "./row";
import type { World } from "./world";

/** Creates an empty file of the world's project. @returns its id */
export async function newFile({ project }: World): Promise<string> {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
  let treeId = currentTreeId;
  if (treeId === null) {
    treeId = BigInt((await createTree(db())).treeId);
    await db().tree.update({ where: { id: treeId }, data: { projectId: project.id } });
    await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
  }
  const root = await db().entry.findFirstOrThrow({ where: { treeId, parentId: null } });
  const file = await db().entry.create({ data: { treeId, parentId: root.id, kind: "file", name: `file-${randomUUID()}` } });
  return String(file.id);
}

const MISSING_FILE = "999999999";
const route = (action: string) => `/api/file-management/${action}`;

/** The platform-wide file manager: for superadmins only. */
export const fileManagementRows: readonly Row[] = [
  { method: "GET", route: route("all"), outcomes: superadmins(200) },
  { method: "GET", route: route("stats"), outcomes: superadmins(200) },
  {
    method: "GET",
    route: route("download/[id]"),
    outcomes: superadmins(200),
    call: async (world) => ({ path: route(`download/${await newFile(world)}`) }),
  },
  {
    method: "HEAD",
    route: route("download/[id]"),
    outcomes: superadmins(200),
    call: async (world) => ({ path: route(`download/${await newFile(world)}`) }),
  },
  {
    method: "GET",
    route: route("download/[id]"),
    what: "of a missing target",
    outcomes: superadmins(404),
    call: () => ({ path: route(`download/${MISSING_FILE}`) }),
  },
  {
    method: "DELETE",
    route: route("delete/[id]"),
    outcomes: superadmins(200),
    call: async (world) => ({ path: route(`delete/${await newFile(world)}`) }),
  },
  {
    method: "DELETE",
    route: route("delete/[id]"),
    what: "of a missing target",
    outcomes: superadmins(404),
    call: () => ({ path: route(`delete/${MISSING_FILE}`) }),
  },
];
