import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { createAccount, createApiToken, createGroupWith } from "../setup/fixtures";
import { newWorld, type World } from "./world";

export interface WayOfLimit {
  name: string;
  /** Whether the admin manages the world's project. */
  isInside: boolean;
  /** Limits the admin. @returns the group of the limit, if any */
  give(project: Project, adminId: string): Promise<string | undefined>;
}

const PAST = new Date(Date.now() - 1_000);

/** Creates a group that the admin manages, with a project. */
async function manageGroup(adminId: string, projectId: string, end?: Date): Promise<string> {
  const groupId = await createGroupWith((await createAccount("user")).id, projectId, { project: end });
  await db().managedGroup.create({ data: { accountId: adminId, groupId } });
  return groupId;
}

/** The ways by which a limited admin manages a project, or doesn't. */
export const waysOfLimit: readonly WayOfLimit[] = [
  {
    name: "own projects and a group without the project",
    isInside: true,
    async give({ id }, adminId) {
      const group = await manageGroup(adminId, id);
      await db().groupProject.deleteMany({ where: { groupId: group } });
      await db().project.update({ where: { id }, data: { createdById: adminId } });
      return group;
    },
  },
  { name: "no group and no own project", isInside: false, give: () => Promise.resolve(undefined) },
  { name: "a group with the project", isInside: true, give: ({ id }, adminId) => manageGroup(adminId, id) },
  {
    name: "a group whose access to the project has ended",
    isInside: false,
    async give({ id }, adminId) {
      await manageGroup(adminId, id, PAST);
      return undefined;
    },
  },
];

/** Creates a world whose admin is limited. @returns it with a token of the admin */
export async function newLimitedWorld({ give }: WayOfLimit): Promise<{ world: World; token: string }> {
  const world = await newWorld();
  const { id } = world.people.admin.account;
  await db().account.update({ where: { id }, data: { isLimited: true } });
  const group = await give(world.project, id);
  const { token } = await createApiToken(id, "everything");
  return { world: { ...world, ...(group && { group }) }, token };
}
