import { gzipSync } from "node:zlib";
import { db } from "@/lib/db/client";
import { cookieFor, navigation, rightOf, subresource } from "../integration/maps/map-server";
import { publishFormer, publishMap } from "../integration/maps/map-site";
import { type Call, type Caller, everyone, type Row } from "./row";
import type { World } from "./world";

const opened = new WeakMap<World, Promise<void>>();

/** Gives a world's project its map, once. */
export function openMap(world: World): Promise<void> {
  const opening = opened.get(world) ?? publishTree(world);
  opened.set(world, opening);
  return opening;
}

async function publishTree({ project }: World): Promise<void> {
  const { treeId, project: borrowed } = await publishMap({ "index.html": "<h1>marked-map</h1>", "tiles/0.png": "marked-tile" });
  await db().project.update({ where: { id: borrowed.id }, data: { currentTreeId: null } });
  await db().tree.update({ where: { id: treeId }, data: { projectId: project.id } });
  await db().project.update({ where: { id: project.id }, data: { currentTreeId: treeId } });
}

/** A file of `user`'s map, with the cookie that the caller would have with access. */
function mapCall(file: string, headers: Record<string, string>): NonNullable<Row["call"]> {
  return async (world, caller) => {
    await openMap(world);
    const { people, project } = world;
    const cookies = caller === "anonymous" ? [] : [cookieFor(rightOf(people[caller], project))];
    return { path: `/projects/maps/${project.safeName}/${file}`, headers, cookies };
  };
}

/** The page of a former version of `user`'s map, with the cookie that the caller would have with access. */
async function previewCall(world: World, caller: Caller): Promise<Call> {
  await openMap(world);
  const { people, project } = world;
  const version = await publishFormer({ project }, { "index.html": "<h1>marked-former</h1>" });
  const safeName = `${project.safeName}~${version}`;
  const cookies = caller === "anonymous" ? [] : [cookieFor(rightOf(people[caller], { ...project, safeName }))];
  return { path: `/projects/maps/${safeName}/`, headers: navigation, cookies };
}

/** The viewer of data maps, which holds nothing of any map. */
async function viewerCall(): Promise<Call> {
  const file = { hash: "0".repeat(64), name: "viewer.js" };
  await db().viewerFile.upsert({ where: { hash_name: file }, create: { ...file, content: gzipSync("export {}") }, update: {} });
  return { path: `/viewer/${file.hash}/${file.name}` };
}

/** The external map of `user`'s project. */
function externalCall(headers: Record<string, string>): NonNullable<Row["call"]> {
  return async ({ project }) => {
    await db().project.update({ where: { id: project.id }, data: { mapUrl: "https://charts.example/map" } });
    return { path: `/projects/external-maps/${project.safeName}`, headers };
  };
}

const EXTERNAL_ROUTE = "/projects/external-maps/[safeName]";
const externalTicket = /^http:\/\/localhost:3001\/projects\/external-maps\/marked-[\w-]+\?sea-vision-ticket=[\w-]+\.[\w-]{43}$/;
/** Requests no ticket: the product's own pages check whether the map would open. */
const externalAddress = /^http:\/\/localhost:3001\/projects\/external-maps\/marked-[\w-]+$/;
const externalToSignIn = /^\/login\?next=%2Fprojects%2Fexternal-maps%2Fmarked-[\w-]+$/;

const ticket = /^http:\/\/localhost:3001\/projects\/maps\/marked-[\w-]+\/\?sea-vision-ticket=[\w-]+\.[\w-]{43}$/;
/** The map's address without a ticket: the product's own pages check whether it would open. */
const mapAddress = /^http:\/\/localhost:3001\/projects\/maps\/marked-[\w-]+\/$/;
const toSignIn = /^\/login\?next=%2Fprojects%2Fmaps%2Fmarked-[\w-]+%2F$/;
const toRefusal = /^\/projects\?map=marked-[\w-]+$/;
const previewTicket = /^http:\/\/localhost:3001\/projects\/maps\/marked-[\w-]+~\d+\/\?sea-vision-ticket=[\w-]+\.[\w-]{43}$/;
const previewToSignIn = /^\/login\?next=%2Fprojects%2Fmaps%2Fmarked-[\w-]+~\d+%2F$/;
const previewToApplication = /^http:\/\/localhost:3000\/projects\/maps\/marked-[\w-]+~\d+\/\?sea-vision-step=returned$/;
const toApplication = /^http:\/\/localhost:3000\/projects\/maps\/marked-[\w-]+\/\?sea-vision-step=returned$/;

/** Opening maps, on both servers. */
export const mapRows: readonly Row[] = [
  ...(["GET", "HEAD"] as const).flatMap((method): Row[] => [
    {
      method,
      route: "/projects/maps/[...path]",
      what: "a page",
      outcomes: [
        [302, toSignIn],
        [302, ticket],
        [302, toRefusal],
        [302, ticket],
        [302, ticket],
        [302, toSignIn],
      ],
      outside: [302, toRefusal],
      guest: [302, ticket],
      tokens: [[302, ticket], [302, ticket], [302, toRefusal], [302, ticket], 403],
      call: mapCall("", navigation),
    },
    {
      method,
      route: "/projects/maps/[...path]",
      what: "a part of one",
      outcomes: [401, [302, mapAddress], 404, [302, mapAddress], [302, mapAddress], 401],
      outside: 404,
      guest: [302, mapAddress],
      tokens: [[302, mapAddress], [302, mapAddress], 404, [302, mapAddress], 403],
      call: mapCall("", subresource),
    },
    {
      method,
      route: "/projects/maps/[...path]",
      what: "of a missing map",
      outcomes: [401, 404, 404, 404, 404, 401],
      tokens: [404, 404, 404, 404, 403],
      call: () => ({ path: "/projects/maps/nowhere/" }),
    },
    {
      method,
      route: "/projects/maps/[...path]",
      what: "a former version",
      outcomes: [[302, previewToSignIn], 404, 404, [302, previewTicket], [302, previewTicket], [302, previewToSignIn]],
      outside: 404,
      tokens: [[302, previewTicket], [302, previewTicket], 404, [302, previewTicket], 403],
      call: previewCall,
    },
    {
      method,
      route: EXTERNAL_ROUTE,
      what: "a page",
      outcomes: [
        [302, externalToSignIn],
        [302, externalTicket],
        404,
        [302, externalTicket],
        [302, externalTicket],
        [302, externalToSignIn],
      ],
      outside: 404,
      tokens: [[302, externalTicket], [302, externalTicket], 404, [302, externalTicket], 403],
      call: externalCall(navigation),
    },
    {
      method,
      route: EXTERNAL_ROUTE,
      what: "a question",
      outcomes: [401, [302, externalAddress], 404, [302, externalAddress], [302, externalAddress], 401],
      outside: 404,
      tokens: [[302, externalAddress], [302, externalAddress], 404, [302, externalAddress], 403],
      call: externalCall(subresource),
    },
    { method, route: EXTERNAL_ROUTE, on: "maps", what: "without a ticket", outcomes: everyone(403), call: externalCall(navigation) },
    { method, route: "/viewer/[hash]/[name]", on: "maps", outcomes: everyone(200), call: viewerCall },
    { method, route: "/viewer/application-origin", on: "maps", outcomes: everyone(200) },
    { method, route: "/healthz", on: "maps", outcomes: everyone(200) },
    { method, route: "/health/live", on: "maps", outcomes: everyone(200) },
    { method, route: "/health/ready", on: "maps", outcomes: everyone(200) },
    {
      method,
      route: "/projects/maps/[...path]",
      on: "maps",
      what: "a page",
      outcomes: [[302, toApplication], 200, [302, toApplication], 200, 200, [302, toApplication]],
      outside: [302, toApplication],
      shared: 200,
      call: mapCall("", navigation),
    },
    {
      method,
      route: "/projects/maps/[...path]",
      on: "maps",
      what: "a former version",
      outcomes: [
        [302, previewToApplication],
        [302, previewToApplication],
        [302, previewToApplication],
        200,
        200,
        [302, previewToApplication],
      ],
      outside: [302, previewToApplication],
      call: previewCall,
    },
    {
      method,
      route: "/projects/maps/[...path]",
      on: "maps",
      what: "a tile",
      outcomes: [404, 200, 404, 200, 200, 404],
      outside: 404,
      shared: 200,
      call: mapCall("tiles/0.png", subresource),
    },
    {
      method,
      route: "/projects/maps/[...path]",
      on: "maps",
      what: "of a missing map",
      outcomes: everyone(404),
      call: () => ({ path: "/projects/maps/nowhere/" }),
    },
  ]),
];
