import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { accessPath } from "@/lib/projects/access/schema";
import { createProject } from "../setup/fixtures";
import { admins, type Call, type Outcomes, type Row, signedIn } from "./row";
import type { World } from "./world";

/** A request about the project that is assigned to `user`. */
function about(action: string, body?: unknown): NonNullable<Row["call"]> {
  return ({ project }) => ({ path: `/api/project/${action}/${project.id}`, body });
}

function ofNothing(action: string, body?: unknown): NonNullable<Row["call"]> {
  return () => ({ path: `/api/project/${action}/${randomUUID()}`, body });
}

/** A new project for every request, because some callers may delete it. @param createdById by default the admin */
async function deletion({ people }: World, createdById: string | null = people.admin.account.id): Promise<Call> {
  const { id } = await createProject(createdById, { name: `Marked ${randomUUID()}` });
  return { path: `/api/project/delete/${id}` };
}

/** A project in the trash for every request. */
async function trashed({ people }: World, action = "", createdById: string | null = people.admin.account.id): Promise<Call> {
  const { id } = await createProject(createdById, { name: `Marked ${randomUUID()}` });
  await db().project.update({ where: { id }, data: { trashedAt: new Date(), safeName: `marked-${randomUUID()}` } });
  return { path: `${TRASH}/${action}${id}` };
}

const TRASH = "/api/project/trash";
const NOTHING = randomUUID();
/** Users can mark the projects that are assigned to them. */
const OPENED_ONLY: Outcomes = [401, 200, 404, 200, 200, 401];

const ACCESS = "/api/project/[id]/access";
const EDIT = { description: "Another description" };

/** The details, changes and deletion of projects. */
export const projectEditRows: readonly Row[] = [
  { method: "GET", route: "/api/project/creators", outcomes: admins(200) },
  {
    method: "GET",
    route: "/api/project/details/[id]",
    outcomes: admins(200),
    outside: 404,
    tokens: "publish-read",
    call: about("details"),
  },
  {
    method: "GET",
    route: "/api/project/details/[id]",
    what: "of a missing target",
    outcomes: admins(404),
    tokens: [404, 403, 403, 404, 403],
    call: ofNothing("details"),
  },
  { method: "GET", route: ACCESS, outcomes: admins(200), outside: 404, call: ({ project }) => ({ path: accessPath(project.id) }) },
  { method: "GET", route: ACCESS, what: "of a missing target", outcomes: admins(404), call: () => ({ path: accessPath(NOTHING) }) },
  {
    method: "PATCH",
    route: ACCESS,
    outcomes: admins(200),
    outside: 404,
    call: ({ project, people }) => ({
      path: accessPath(project.id),
      body: { people: [{ _id: people.user.account.id, expiresAt: null }], isOpenToAllUsers: true },
    }),
  },
  {
    method: "PATCH",
    route: ACCESS,
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: accessPath(NOTHING), body: { isOpenToAllUsers: true } }),
  },
  {
    method: "GET",
    route: `${ACCESS}/candidates`,
    outcomes: admins(200),
    call: ({ project }) => ({ path: `${accessPath(project.id)}/candidates?search=marked` }),
  },
  { method: "PUT", route: "/api/project/edit/[id]", outcomes: admins(200), outside: 404, call: about("edit", EDIT) },
  { method: "PUT", route: "/api/project/edit/[id]", what: "of a missing target", outcomes: admins(404), call: ofNothing("edit", EDIT) },
  ...(["PUT", "DELETE"] as const).flatMap((method): Row[] => [
    { method, route: "/api/project/favourite/[id]", outcomes: OPENED_ONLY, outside: 404, call: about("favourite") },
    { method, route: "/api/project/favourite/[id]", what: "of a missing target", outcomes: signedIn(404), call: ofNothing("favourite") },
  ]),
  { method: "DELETE", route: "/api/project/delete/[id]", outcomes: admins(200), call: (world) => deletion(world) },
  {
    method: "DELETE",
    route: "/api/project/delete/[id]",
    what: "of no admin",
    outcomes: admins(200),
    inside: 404,
    call: (world) => deletion(world, null),
  },
  { method: "DELETE", route: "/api/project/delete/[id]", what: "of a missing target", outcomes: admins(404), call: ofNothing("delete") },
  { method: "GET", route: TRASH, outcomes: admins(200) },
  {
    method: "POST",
    route: `${TRASH}/restore/[id]`,
    outcomes: admins(200),
    call: async (world) => ({ ...(await trashed(world, "restore/")), body: {} }),
  },
  {
    method: "POST",
    route: `${TRASH}/restore/[id]`,
    what: "of no admin",
    outcomes: admins(200),
    inside: 404,
    call: async (world) => ({ ...(await trashed(world, "restore/", null)), body: {} }),
  },
  {
    method: "POST",
    route: `${TRASH}/restore/[id]`,
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: `${TRASH}/restore/${NOTHING}`, body: {} }),
  },
  { method: "DELETE", route: `${TRASH}/[id]`, outcomes: admins(200), call: (world) => trashed(world) },
  {
    method: "DELETE",
    route: `${TRASH}/[id]`,
    what: "of no admin",
    outcomes: admins(200),
    inside: 404,
    call: (world) => trashed(world, "", null),
  },
  {
    method: "DELETE",
    route: `${TRASH}/[id]`,
    what: "of a missing target",
    outcomes: admins(404),
    call: () => ({ path: `${TRASH}/${NOTHING}` }),
  },
];
