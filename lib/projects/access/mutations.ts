import { giveToGroups, giveToPeople, withdrawFromGroups } from "../../accounts/access/mutations";
import { withdrawProject } from "../../accounts/assignments/mutations";
import { rowIdSchema } from "../../accounts/schema";
import type { AdminViewer } from "../../accounts/sessions/schema";
import { USER_GONE } from "../../accounts/users/schema";
import { auditActor, recordAudit } from "../../audit/mutations";
import { retryTransaction } from "../../db/transaction";
import { AppError } from "../../errors";
import type { Client } from "../../http/client";
import { projectGone } from "../data";
import { changeGuests } from "../guests/mutations";
import { lockProject } from "../mutations";
import { readAccess } from "./data";
import type { AccessEdit, ProjectAccess } from "./schema";

const GROUP_GONE = "A chosen group no longer exists.";

const refused = (field: "people" | "groups", message: string) => new AppError("bad_request", message, { fields: { [field]: message } });

/** Changes who may open a project, all or nothing. Maps that are open close when their right ends. @throws AppError 400 for an unknown user or group, 404, 409 for guests without a mail server */
export async function editAccess(viewer: AdminViewer, id: string, edit: AccessEdit, client: Client): Promise<ProjectAccess> {
  if (!rowIdSchema.safeParse(id).success) throw projectGone();
  const { people, groups, withdrawPeople, withdrawGroups, isOpenToAllUsers } = edit;
  const event = { actor: auditActor(viewer, client), at: new Date() };
  // A concurrent edit of a user or group may lock the same rows in another order.
  await retryTransaction(async (tx) => {
    const locked = await lockProject(tx, id, "NO KEY UPDATE");
    if (!locked) throw projectGone();
    const project = { id, name: locked.name };
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
