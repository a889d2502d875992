import { coversProject, otherProject, ownProjectIds } from "../accounts/api-tokens/policy";
import type { AdminViewer } from "../accounts/sessions/schema";
import { type AuditActor, auditActor } from "../audit/mutations";
import { AppError } from "../errors";
import type { Client } from "../http/client";
import type { ImportTarget } from "./schema";

/** An account that starts an import, and the only projects whose maps it may replace; null when it may publish everywhere. */
export interface Publisher extends AuditActor {
  projectIds: readonly string[] | null;
}

export function publisherOf(viewer: AdminViewer, client: Client): Publisher {
  return { ...auditActor(viewer, client), projectIds: ownProjectIds(viewer) };
}

/** Requires that the publisher's API token, if any, is for the target. @throws AppError 403 */
export function requireTarget({ projectIds }: Publisher, target: ImportTarget): void {
  if (projectIds === null) return;
  if (target.kind === "new") throw new AppError("forbidden", "This API token can't create projects.");
  if (!coversProject(projectIds, target.projectId)) throw otherProject();
}
