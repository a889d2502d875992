import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { createTree } from "@/lib/trees/mutations";
import { filePart } from "../integration/files-bytes/file-server";
import { BOUNDARY, field, formOf } from "../integration/zip-direct/direct-server";
import { admins, type Call, type Row } from "./row";
import type { World } from "./world";

const FILES = "/api/files/[project]";

/** An empty file of the world's project, so that no bytes have to be stored. */
async function withFile({ project }: World): Promise<string> {
  const { currentTreeId } = await db().project.findUniqueOrThrow({ where: { id: project.id } });
  const treeId = currentTreeId ?? BigInt((await createTree(db())).treeId);
  const root = await db().entry.findFirstOrThrow({ where: { treeId, parentId: null } });
  const name = `text-${randomUUID()}.txt`;
  await db().entry.create({ data: { treeId, parentId: root.id, kind: "file", name } });
  await db().tree.update({ where: { id: treeId }, data: { projectId: project.id, fileCount: { increment: 1 } } });
  await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
  return name;
}

const uploadTo = (project: string): Call => ({
  path: `/api/files/${project}/files`,
  headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  body: formOf([field("targetPath", ""), filePart(`${randomUUID()}.txt`, "")]),
});

const selectionOf = (project: string, name: string): Call => ({
  path: `/api/files/${project}/download`,
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: Buffer.from(new URLSearchParams({ filePath: name }).toString()),
});

const addressOf = (project: string, call: string, name: string): Call => ({ path: `/api/files/${project}/${call}?filePath=${name}` });
const textOf = (project: string, filePath: string): Call => ({
  path: `/api/files/${project}/file-content`,
  body: { filePath, content: "x" },
});

type MakeCall = (project: string, name: string) => Call;

const calls: readonly [method: Row["method"], call: string, make: MakeCall][] = [
  ["POST", "files", uploadTo],
  ["GET", "download", (project, name) => addressOf(project, "download", name)],
  ["HEAD", "download", (project, name) => addressOf(project, "download", name)],
  ["POST", "download", selectionOf],
  ["GET", "file-content", (project, name) => addressOf(project, "file-content", name)],
  ["HEAD", "file-content", (project, name) => addressOf(project, "file-content", name)],
  ["PUT", "file-content", textOf],
];

/** The routes of the file managers that transfer bytes, each also with a missing project. */
export const fileBytesRows: readonly Row[] = calls.flatMap(([method, call, make]): Row[] => {
  const tokens = call === "download" ? "read" : undefined;
  return [
    {
      method,
      route: `${FILES}/${call}`,
      outcomes: admins(200),
      outside: 404,
      tokens,
      call: async (world) => make(world.project.safeName, await withFile(world)),
    },
    {
      method,
      route: `${FILES}/${call}`,
      what: "of a missing target",
      outcomes: admins(404),
      tokens,
      call: async (world) => make(`none-${randomUUID()}`, await withFile(world)),
    },
  ];
});
