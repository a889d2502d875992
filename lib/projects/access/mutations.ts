import { findUnknown } from "../../accounts/access/data";
import { giveToGroups, giveToPeople, withdrawFromGroups } from "../../accounts/access/mutations";
import { withdrawProject } from "../../accounts/assignments/mutations";
import { limitedId, requireManagedProject } from "../../accounts/limits/policy";
import { rowIdSchema } from "../../accounts/schema";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { USER_GONE } from "../../accounts/users/schema";
import { auditActor, recordAudit } from "../../audit/mutations";
import { retryTransaction, type Transaction } from "../../db/transaction";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { projectGone } from "../data";
import { changeGuests } from "../guests/mutations";
import { lockProject } from "../mutations";
import { readAccess } from "./data";
import type { AccessEdit, ProjectAccess } from "./schema";

const GROUP_GONE = "A chosen group no longer exists.";

const idsOf = (given: readonly { _id: string }[]) => given.map(({ _id }) => _id);

/** Checks that a limited admin names only users and groups of the limit. @throws AppError 400 as for missing ones */
async function requireKnown(tx: Transaction, viewer: AdminViewer, projectId: string, { people, groups }: AccessEdit): Promise<void> {
  const unknown = await findUnknown(tx, limitedId(viewer), { projectId, people: idsOf(people), groups: idsOf(groups) });
  if (unknown) throw refused(unknown, unknown === "people" ? USER_GONE : GROUP_GONE);
}

const refused = (field: "people" | "groups", message: string) => new AppError("bad_request", message, { fields: { [field]: message } });

/** Changes who may open a project, all or nothing. Maps that are open close when their right ends. @throws AppError 400 for an unknown user or group, 404, 409 for guests without a mail server */
export async function editAccess(viewer: AdminViewer, id: string, edit: AccessEdit, client: Client): Promise<ProjectAccess> {
  requireManagedProject(viewer, id, projectGone);
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const { people, groups, withdrawPeople, withdrawGroups, isOpenToAllUsers } = edit;
  const event = { actor: auditActor(viewer, client), at: new Date() };
  // A concurrent edit of a user or group may lock the same rows in another order.
  await retryTransaction(async (tx) => {
    const locked = await lockProject(tx, id, "NO KEY UPDATE");
    if (!locked) throw projectGone();
    const project = { id, name: locked.name };
    await requireKnown(tx, viewer, id, edit);
    if ((await giveToPeople(tx, project, people, event)) < people.length) throw refused("people", USER_GONE);
    if ((await giveToGroups(tx, project, groups, event)) < groups.length) throw refused("groups", GROUP_GONE);
    if (withdrawPeople.length > 0) await withdrawProject(tx, project, withdrawPeople, event);
    if (withdrawGroups.length > 0) await withdrawFromGroups(tx, project, withdrawGroups, event);
    await changeGuests(tx, { type: "project", ...project }, edit, event);
    if (isOpenToAllUsers === undefined || isOpenToAllUsers === locked.isOpenToAllUsers) return;
    await tx.project.updateMany({ where: { id }, data: { isOpenToAllUsers } });
    const details = { before: { isOpenToAllUsers: locked.isOpenToAllUsers }, after: { isOpenToAllUsers } };
    await recordAudit(tx, { ...event, action: "project.changed", target: { type: "project", ...project }, details });
  });
  return readAccess(viewer, id);
}
