import { requireManagedProject, tokenProjectIds } from "../accounts/limits/policy";
import type { AdminViewer, Viewer } from "../accounts/sessions/schema";
import { type AuditActor, auditActor } from "../audit/mutations";
import { AppError } from "../errors";
import type { Client } from "../http/client";
import { projectGone } from "../projects/data";
import type { ImportTarget } from "./schema";

/** An account that starts an import. */
export interface Publisher extends AuditActor {
  viewer: Pick<Viewer, "credential" | "limit">;
}

export function publisherOf(viewer: AdminViewer, client: Client): Publisher {
  return { ...auditActor(viewer, client), viewer };
}

/** Requires that the publisher may create or replace the target. @throws AppError 403 for an API token, 404 */
export function requireTarget({ viewer }: Publisher, target: ImportTarget): void {
  if (target.kind === "replace") requireManagedProject(viewer, target.projectId, projectGone);
  else if (tokenProjectIds(viewer)) throw new AppError("forbidden", "This API token can't create projects.");
}
