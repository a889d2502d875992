/** Which projects and groups a viewer manages: an API token can be for some projects, and an admin can be limited (docs/decisions/0083). */
import { AppError } from "../../errors";
import type { Viewer } from "../sessions/schema";

/** Returns the ids of the only projects that the viewer's API token is for; null without such a token. */
export function tokenProjectIds({ credential }: Pick<Viewer, "credential">): readonly string[] | null {
  return credential.kind === "token" ? credential.projectIds : null;
}

/** Returns the ids of the only projects that the viewer manages, by account and API token; null for all. */
export function managedProjectIds(viewer: Pick<Viewer, "credential" | "limit">): readonly string[] | null {
  const ofAdmin = viewer.limit && new Set(viewer.limit.projectIds);
  const ofToken = tokenProjectIds(viewer);
  return (ofAdmin && ofToken?.filter((id) => ofAdmin.has(id))) ?? ofToken ?? viewer.limit?.projectIds ?? null;
}

/** Returns the id of an admin who manages only some projects; otherwise null. Conditions of references/managed-projects.ts take it. */
export function limitedId({ accountId, limit }: Viewer): string | null {
  return limit && accountId;
}

/** Returns whether some ids, such as those that managedProjectIds returns, have an id; true for null. */
export function covers(ids: readonly string[] | null, id: string): boolean {
  return ids?.includes(id.toLowerCase()) ?? true;
}

/**
 * Requires that the viewer manages a project. Doesn't check that there is one.
 * @param gone makes the error for a missing project @throws AppError 403 for another project than those of an API token, otherwise `gone`
 */
export function requireManagedProject(viewer: Pick<Viewer, "credential" | "limit">, projectId: string, gone: () => AppError): void {
  if (!covers(tokenProjectIds(viewer), projectId)) throw new AppError("forbidden", "This API token is for other projects.");
  if (!covers(managedProjectIds(viewer), projectId)) throw gone();
}

/** Refuses what concerns more than the projects of a limited admin. @throws AppError 403 */
export function requireUnlimited({ limit }: Viewer): void {
  if (limit) throw new AppError("forbidden", "Only administrators of all projects may do this.");
}

/** Builds the condition that a viewer manages a project. @param projectIds parameter with what managedProjectIds returns */
export const isManaged = (projectId: string, projectIds: `$${number}`) =>
  `(${projectIds}::uuid[] IS NULL OR ${projectId} = ANY (${projectIds}))`;
