import { DELETE as revoke } from "@/app/api/project/share-links/[id]/route";
import { POST as create, GET as list } from "@/app/api/project/share-links/route";
import { GET as listAll } from "@/app/api/superadmin/share-links/route";
import type { CreatedShareLink, ProjectShareLinks, ShareLinkPage } from "@/lib/projects/share-links/schema";
import { requestTo, type SignedIn } from "../../setup/signed-in";
import { type Call, type MapServers, navigation } from "../maps/map-server";
import type { Answer } from "../projects/calls";

interface Refusal {
  message: string;
  fields?: Record<string, string>;
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  return { status: response.status, body: await response.json() };
}

export function shareCallsOf({ browser: headers }: SignedIn) {
  return {
    list: async (projectId: string) =>
      read<ProjectShareLinks & Refusal>(await list(requestTo(`/api/project/share-links?projectId=${projectId}`, { headers }))),
    create: async (body: unknown) =>
      read<CreatedShareLink & Refusal>(await create(requestTo("/api/project/share-links", { method: "POST", headers, body }))),
    revoke: async (id: string) =>
      read<Refusal>(
        await revoke(requestTo(`/api/project/share-links/${id}`, { method: "DELETE", headers }), { params: Promise.resolve({ id }) }),
      ),
    listAll: async (query: Record<string, string> = {}) =>
      read<ShareLinkPage & Refusal>(await listAll(requestTo(`/api/superadmin/share-links?${new URLSearchParams(query)}`, { headers }))),
  };
}

/** Creates a link. @returns its id, and its path on the application's origin */
export async function newLink(admin: SignedIn, projectId: string, options: Record<string, unknown> = {}) {
  const { status, body } = await shareCallsOf(admin).create({ projectId, ...options });
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return { id: body.link._id, path: new URL(body.url).pathname };
}

/** Sends the form of the password page. */
export function submitPassword(servers: MapServers, path: string, password: string, { headers }: Call = {}) {
  return servers.askApp(path, {
    method: "POST",
    headers: { ...navigation, "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams({ password }).toString(),
  });
}

/** Opens a link as a browser does, up to the cookie. @returns the Cookie header for the map */
export async function openShared(servers: MapServers, path: string): Promise<string> {
  const { status, headers, body } = await servers.askApp(path, { headers: navigation });
  if (status !== 302) throw new Error(`${status} ${body.toString()}`);
  return redeem(servers, headers.location);
}

/** Swaps the ticket of a redirect for the cookies of the map. */
export async function redeem(servers: MapServers, location = ""): Promise<string> {
  const { pathname, search, host } = new URL(location);
  const swapped = await servers.ask(`${pathname}${search}`, { headers: { ...navigation, host } });
  return (swapped.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}
