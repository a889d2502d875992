import { AppError } from "../../errors";
import type { Viewer } from "../sessions/schema";

/** Returns the ids of the only projects that the viewer's API token is for; null without such a limit. */
export function ownProjectIds({ credential }: Viewer): readonly string[] | null {
  return credential.kind === "token" ? credential.projectIds : null;
}

/** Returns whether a project is among those of an API token. @param projectIds as ownProjectIds returns them */
export function coversProject(projectIds: readonly string[] | null, projectId: string): boolean {
  return projectIds?.includes(projectId.toLowerCase()) ?? true;
}

export function otherProject(): AppError {
  return new AppError("forbidden", "This API token is for other projects.");
}

/** Requires that the viewer's API token, if any, is for a project. The answer is the same when there is none. @throws AppError 403 */
export function requireOwnProject(viewer: Viewer, projectId: string): void {
  if (!coversProject(ownProjectIds(viewer), projectId)) throw otherProject();
}

/** Builds the condition that a project is among those of an API token. @param projectIds parameter with ownProjectIds */
export const isOwnProject = (projectId: string, projectIds: `$${number}`) =>
  `(${projectIds}::uuid[] IS NULL OR ${projectId} = ANY (${projectIds}))`;
