import { mayOpen } from "../accounts/references/openable-projects";
import type { Viewer } from "../accounts/sessions/schema";

/** Returns the parameters of `opens`, in its order. */
export const openingValues = ({ role, limit, accountId }: Viewer) =>
  [role !== "user" && !limit, accountId, limit?.projectIds ?? []] as const;

/**
 * Builds the condition that a viewer may open a project's map: admins open those that they manage, everyone those with access.
 * @param first number of the first parameter with openingValues
 */
export const opens = (projectId: string, first: number) =>
  `($${first} OR ${mayOpen(projectId, `$${first + 1}`)} OR ${projectId} = ANY ($${first + 2}::uuid[]))`;
