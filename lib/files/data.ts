import { pool } from "../db";
import { notFound } from "../errors";
import { ASSETS } from "../maps/schema";
import { toSafeName } from "../projects/schema";
import type { AdminViewer } from "../sessions/schema";
import { type Entry, findEntries, type TreeRoot } from "../trees/data";
import type { EntryPath } from "../trees/schema";

/** The folder tree that a file manager works on: the current one of a project, or the shared assets. */
export type FileScope =
  | { kind: "project"; projectId: string; name: string; safeName: string }
  | { kind: "assets"; projectId: null; name: "Shared Assets"; safeName: typeof ASSETS };

const assetsScope: FileScope = { kind: "assets", projectId: null, name: "Shared Assets", safeName: ASSETS };

/**
 * @param project as the address has it, decoded: a project's name or safe name, or `assets`
 * @throws AppError 404 when there is no such project
 */
export async function findScope(_viewer: AdminViewer, project: string): Promise<FileScope> {
  if (project === ASSETS) return assetsScope;
  const safeName = toSafeName(project);
  const { rows } = await pool().query<{ projectId: string; name: string; safeName: string }>({
    text: `SELECT id AS "projectId", name, "safeName" FROM "Project" WHERE "safeName" = $1 AND ("safeName" = $2 OR lower(name) = lower($2))`,
    values: [safeName, project],
  });
  const [found] = safeName === "" ? [] : rows;
  if (!found) throw notFound("Project not found.");
  return { kind: "project", ...found };
}

/** Where walks of a scope begin. */
export function rootOf(scope: FileScope): TreeRoot {
  return scope.kind === "assets" ? "assets" : { projectId: scope.projectId };
}

/** @returns the entry at a path of a scope, or null. One round trip; what it says may have changed by the next. */
export async function findItem(scope: FileScope, path: EntryPath): Promise<Entry | null> {
  const [entry = null] = await findEntries([{ root: rootOf(scope), path }]);
  return entry;
}
