import { db } from "@/lib/db/client";
import type { Project } from "@/lib/generated/prisma/client";
import { assign, createGroupWith } from "../setup/fixtures";
import { newPerson, newWorld, type World } from "./world";

interface WayOfAccess {
  name: string;
  /** The caller of the table whose outcomes apply: `user` may open the world's project, `other` may not. */
  as: "user" | "other";
  give(project: Project, accountId: string): Promise<unknown>;
}

const PAST = new Date(Date.now() - 1_000);
const LATER = new Date(Date.now() + 24 * 3_600_000);

/** The ways by which a user may or may no longer open a project. */
export const waysOfAccess: readonly WayOfAccess[] = [
  {
    name: "a membership of a group",
    as: "user",
    give: ({ id }, account) => createGroupWith(account, id, { member: LATER, project: LATER }),
  },
  { name: "an assignment that ends later", as: "user", give: ({ id }, account) => assign(id, account, LATER) },
  {
    name: "general access to the project",
    as: "user",
    give: ({ id }) => db().project.update({ where: { id }, data: { isOpenToAllUsers: true } }),
  },
  { name: "a membership that has ended", as: "other", give: ({ id }, account) => createGroupWith(account, id, { member: PAST }) },
  { name: "a group whose access has ended", as: "other", give: ({ id }, account) => createGroupWith(account, id, { project: PAST }) },
  { name: "an assignment that has ended", as: "other", give: ({ id }, account) => assign(id, account, PAST) },
];

/** Creates a world in which a new user takes the place of the caller that a way of access stands for. */
export async function newWorldWith({ as, give }: WayOfAccess): Promise<World> {
  const [world, person] = [await newWorld(), await newPerson("user")];
  await give(world.project, person.account.id);
  return { ...world, people: { ...world.people, [as]: person } };
}
