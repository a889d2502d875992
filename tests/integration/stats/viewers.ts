import { findViewer, isAdmin, isSuperadmin } from "@/lib/accounts/sessions/policy";
import type { AdminViewer, Role, SuperadminViewer, Viewer } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { readAdminDashboard, readSuperadminDashboard, readUserDashboard } from "@/lib/projects/stats/data";
import { assign, createAccount, createProject } from "../../setup/fixtures";
import { requestTo, signedIn } from "../../setup/signed-in";

export interface Viewers {
  user: Viewer;
  admin: AdminViewer;
  superadmin: SuperadminViewer;
}

async function newViewer(role: Role): Promise<Viewer> {
  const viewer = await findViewer(requestTo("/", { headers: (await signedIn(role)).bearer }), "read");
  if (!viewer) throw new Error("Not signed in.");
  return viewer;
}

export async function newViewers(): Promise<Viewers> {
  const [user, admin, superadmin] = [await newViewer("user"), await newViewer("admin"), await newViewer("superadmin")];
  if (!isAdmin(admin) || !isSuperadmin(superadmin)) throw new Error("The viewer has the wrong role.");
  return { user, admin, superadmin };
}

export async function readAll({ user, admin, superadmin }: Viewers, now?: Date) {
  return {
    user: await readUserDashboard(user, now),
    admin: await readAdminDashboard(admin, now),
    superadmin: await readSuperadminDashboard(superadmin, now),
  };
}

export async function accountOf(role: Role, createdAt: string | Date): Promise<string> {
  const { id } = await createAccount(role);
  await db().account.update({ where: { id }, data: { createdAt } });
  return id;
}

export async function projectOf(createdAt: string | Date, name?: string): Promise<string> {
  const { id } = await createProject(null, { name });
  await db().project.update({ where: { id }, data: { createdAt } });
  return id;
}

/** Assigns a project to an account at a given time. Creates the project unless it is given. */
export async function assignmentOf(accountId: string, createdAt: string | Date, projectId?: string): Promise<string> {
  const id = projectId ?? (await projectOf(createdAt));
  await assign(id, accountId);
  await db().assignment.updateMany({ where: { accountId, projectId: id }, data: { createdAt } });
  return id;
}
