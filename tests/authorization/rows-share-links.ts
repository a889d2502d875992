import { randomUUID } from "node:crypto";
import { db } from "@/lib/db/client";
import { hashSecretToken, newSecretToken } from "@/lib/http/secret-token";
import { navigation } from "../integration/maps/map-server";
import { admins, type Call, everyone, type Outcome, type Row, superadmins } from "./row";
import { openMap } from "./rows-maps";
import { PASSWORD, passwordHash, type World } from "./world";

const ROUTE = "/api/project/share-links";

/** Creates a link of the world's project. @returns its id and token */
async function newLink({ project }: World, hasPassword = false): Promise<{ id: string; token: string }> {
  const token = newSecretToken();
  const data = { projectId: project.id, tokenHash: hashSecretToken(token), passwordHash: hasPassword ? await passwordHash() : null };
  const { id } = await db().shareLink.create({ data, select: { id: true } });
  return { id, token };
}

/** A request that opens a link of `user`'s project. */
function openCall(hasPassword = false, form?: Pick<Call, "body" | "headers">): NonNullable<Row["call"]> {
  return async (world) => {
    await openMap(world);
    const { token } = await newLink(world, hasPassword);
    return { path: `/share/${token}`, body: form?.body, headers: { ...navigation, ...form?.headers } };
  };
}

const formOf = (password: string): Pick<Call, "body" | "headers"> => ({
  body: Buffer.from(new URLSearchParams({ password }).toString()),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

const toMap: Outcome = [
  302,
  /^http:\/\/localhost:3001\/projects\/maps\/marked-[\w-]+\/\?sea-vision-step=shared&sea-vision-ticket=[\w-]+\.[\w-]{43}$/,
];
const unknown = () => ({ path: `/share/${newSecretToken()}`, headers: navigation });

/** Links that open a map without an account, and the calls that manage them. */
export const shareLinkRows: readonly Row[] = [
  {
    method: "GET",
    route: ROUTE,
    outcomes: admins(200),
    outside: 404,
    call: ({ project }) => ({ path: `${ROUTE}?projectId=${project.id}` }),
  },
  {
    method: "GET",
    route: ROUTE,
    what: "of a missing project",
    outcomes: admins(404),
    call: () => ({ path: `${ROUTE}?projectId=${randomUUID()}` }),
  },
  { method: "POST", route: ROUTE, outcomes: admins(200), outside: 404, call: ({ project }) => ({ body: { projectId: project.id } }) },
  {
    method: "POST",
    route: ROUTE,
    what: "of a missing project",
    outcomes: admins(404),
    call: () => ({ body: { projectId: randomUUID() } }),
  },
  {
    method: "DELETE",
    route: `${ROUTE}/[id]`,
    outcomes: admins(200),
    outside: 404,
    call: async (world) => ({ path: `${ROUTE}/${(await newLink(world)).id}` }),
  },
  {
    method: "DELETE",
    route: `${ROUTE}/[id]`,
    what: "of a missing link",
    outcomes: admins(404),
    call: () => ({ path: `${ROUTE}/${randomUUID()}` }),
  },
  { method: "GET", route: "/api/superadmin/share-links", outcomes: superadmins(200) },
  ...(["GET", "HEAD"] as const).flatMap((method): Row[] => [
    { method, route: "/share/[token]", outcomes: everyone(toMap), call: openCall() },
    { method, route: "/share/[token]", what: "with a password", outcomes: everyone(200), call: openCall(true) },
    { method, route: "/share/[token]", what: "of an unknown token", outcomes: everyone(404), call: unknown },
  ]),
  { method: "POST", route: "/share/[token]", what: "with the password", outcomes: everyone(toMap), call: openCall(true, formOf(PASSWORD)) },
  {
    method: "POST",
    route: "/share/[token]",
    what: "with a wrong password",
    outcomes: everyone(403),
    call: openCall(true, formOf("wrong")),
  },
  { method: "POST", route: "/share/[token]", what: "of an unknown token", outcomes: everyone(404), call: unknown },
];
