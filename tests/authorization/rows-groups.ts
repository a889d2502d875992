import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { createAccount, createGroupWith } from "../setup/fixtures";
import { admins, type Call, type Row } from "./row";
import type { World } from "./world";

const newName = () => `Marked ${randomUUID()}`;

/** Creates a group with a new member and the world's project, for this request only. A limited admin's group gets the member instead. */
async function aboutGroup(
  { project, group }: World,
  call: (member: string) => { path?: string; body?: unknown } = () => ({}),
): Promise<Call> {
  const { id: member } = await createAccount("user");
  const { path = "", body } = call(member);
  if (group) await db().groupMember.create({ data: { groupId: group, accountId: member } });
  return { path: `/api/groups/${group ?? (await createGroupWith(member, project.id))}${path}`, body };
}

const rows: readonly Omit<Row, "outcomes" | "tokens">[] = [
  { method: "GET", route: "/api/groups" },
  { method: "GET", route: "/api/groups/[id]", call: (world) => aboutGroup(world) },
  { method: "PUT", route: "/api/groups/[id]", call: (world) => aboutGroup(world, () => ({ body: { name: newName(), projects: [] } })) },
  { method: "DELETE", route: "/api/groups/[id]", call: (world) => aboutGroup(world) },
  { method: "GET", route: "/api/groups/[id]/members", call: (world) => aboutGroup(world, () => ({ path: "/members?limit=5" })) },
  {
    method: "POST",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, () => ({ path: "/members", body: { addresses: [world.people.user.account.email] } })),
  },
  {
    method: "POST",
    route: "/api/groups/[id]/members",
    what: "by invitation",
    call: (world) =>
      aboutGroup(world, () => ({ path: "/members", body: { addresses: [`new-${randomUUID()}@example.com`], invite: true } })),
  },
  {
    method: "PUT",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, (accountId) => ({ path: "/members", body: { accountId, expiresAt: null } })),
  },
  {
    method: "DELETE",
    route: "/api/groups/[id]/members",
    call: (world) => aboutGroup(world, (member) => ({ path: `/members?account=${member}` })),
  },
  {
    method: "POST",
    route: "/api/groups/preview",
    call: () => ({ body: { text: "ada@example.com" } }),
  },
  { method: "GET", route: "/api/groups/[id]/guests", call: (world) => aboutGroup(world, () => ({ path: "/guests" })) },
  {
    method: "PATCH",
    route: "/api/groups/[id]/guests",
    call: (world) => aboutGroup(world, () => ({ path: "/guests", body: { guests: [{ address: "example.org", expiresAt: null }] } })),
  },
  { method: "GET", route: "/api/groups/[id]/export", call: (world) => aboutGroup(world, () => ({ path: "/export" })) },
];

const readsOnly = ({ method, route }: Pick<Row, "method" | "route">) => method === "GET" || route.endsWith("/preview");

/** A limited admin sees the chosen groups, and changes only their members and guests. */
const ofLimited = ({ method, route }: Pick<Row, "method" | "route">): Pick<Row, "inside" | "outside"> => {
  if (!route.includes("[id]")) return {};
  return route.endsWith("[id]") && method !== "GET" ? { inside: 403 } : { outside: 404 };
};

/** Only admins see and change groups. */
export const groupRows: readonly Row[] = [
  ...rows.map((row): Row => ({ ...row, ...ofLimited(row), outcomes: admins(200), tokens: readsOnly(row) ? "people-read" : "people" })),
  {
    method: "POST",
    route: "/api/groups",
    outcomes: admins(201),
    inside: 403,
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
