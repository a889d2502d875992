import { randomUUID } from "node:crypto";
import { createGroupWith } from "../setup/fixtures";
import { admins, type Call, type Row } from "./row";
import type { World } from "./world";

const newName = () => `Marked ${randomUUID()}`;

/** Creates a group of `other`, with the world's project, for this request only. */
async function aboutGroup({ people, project }: World, path = "", body?: unknown): Promise<Call> {
  const id = await createGroupWith(people.other.account.id, project.id);
  return { path: `/api/groups/${id}${path}`, body };
}

const rows: readonly Omit<Row, "outcomes" | "tokens">[] = [
  { method: "GET", route: "/api/groups" },
  { method: "GET", route: "/api/groups/[id]", call: (world) => aboutGroup(world) },
  { method: "PUT", route: "/api/groups/[id]", call: (world) => aboutGroup(world, "", { name: newName(), projects: [] }) },
  { method: "DELETE", route: "/api/groups/[id]", call: (world) => aboutGroup(world) },
  { method: "GET", route: "/api/groups/[id]/members", call: (world) => aboutGroup(world, "/members?limit=5") },
  {
    method: "POST",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, "/members", { addresses: [world.people.user.account.email] }),
  },
  {
    method: "POST",
    route: "/api/groups/[id]/members",
    what: "by invitation",
    call: (world) => aboutGroup(world, "/members", { addresses: [`new-${randomUUID()}@example.com`], invite: true }),
  },
  {
    method: "PUT",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, "/members", { accountId: world.people.other.account.id, expiresAt: null }),
  },
  {
    method: "DELETE",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, `/members?account=${world.people.other.account.id}`),
  },
  { method: "POST", route: "/api/groups/[id]/preview", call: (world) => aboutGroup(world, "/preview", { text: "ada@example.com" }) },
  { method: "GET", route: "/api/groups/[id]/export", call: (world) => aboutGroup(world, "/export") },
];

const readsOnly = ({ method, route }: Pick<Row, "method" | "route">) => method === "GET" || route.endsWith("/preview");

/** Only admins see and change groups, also those that they are a member of. */
export const groupRows: readonly Row[] = [
  ...rows.map((row): Row => ({ ...row, outcomes: admins(200), tokens: readsOnly(row) ? "people-read" : "people" })),
  {
    method: "POST",
    route: "/api/groups",
    outcomes: admins(201),
    tokens: "people",
    call: ({ project }) => ({ body: { name: newName(), projects: [project.id] } }),
  },
  {
    method: "GET",
    route: "/api/groups/[id]",
    what: "none",
    outcomes: admins(404),
    tokens: "people-read",
    call: () => ({ path: `/api/groups/${randomUUID()}` }),
  },
];
