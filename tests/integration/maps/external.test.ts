import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signExternalTicket } from "@/lib/maps/external/policy";
import { assign, createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type MapServers, navigation, pathOn, startMapServers, subresource } from "./map-server";
import { publishMap } from "./map-site";

const URL_OF_MAP = "https://charts.example/map?from=1&to=%22%3E";
const inViewer = { ...navigation, "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };

let servers: MapServers;
let user: SignedIn;
let path: string;

async function externalMap(given: { mapUrl?: string; allowsLocation?: boolean; allowsCamera?: boolean } = {}): Promise<string> {
  const { id, safeName } = await createProject(null, { mapUrl: URL_OF_MAP, ...given });
  await assign(id, user.account.id);
  return `/projects/external-maps/${safeName}`;
}

beforeAll(async () => {
  servers = await startMapServers();
  user = await signedIn("user");
  path = await externalMap();
});
afterAll(() => servers.close());

/** Opens an external map as the viewer's frame does. */
async function open(of: string) {
  const sent = await servers.askApp(of, { headers: { ...user.browser, ...inViewer } });
  expect(sent.status).toBe(302);
  return servers.ask(pathOn("mapsOrigin", sent), { headers: { ...inViewer, "sec-fetch-site": "same-site" } });
}

describe("the page that shows a map of another site", () => {
  it("is served from the maps' origin and frames exactly the project's map URL", async () => {
    const page = await open(path);
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body.toString().match(/<iframe[^>]*>/g)).toEqual([
      '<iframe title="Map" src="https://charts.example/map?from=1&amp;to=%22%3E">',
    ]);
  });

  it("runs only its own script, can be framed only by the application, and is not stored", async () => {
    const { headers } = await open(path);
    const policy = String(headers["content-security-policy"]);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "connect-src http: https:",
      "frame-src http: https:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors http://localhost:3000",
    ]);
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "strict-origin", "x-content-type-options": "nosniff" });
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("delegates the location to the map's own origin while the project allows it, and otherwise to no origin", async () => {
    expect((await open(path)).headers["permissions-policy"]).toBe(
      "geolocation=(), camera=(), microphone=(), publickey-credentials-create=(), publickey-credentials-get=()",
    );
    const page = await open(await externalMap({ allowsLocation: true }));
    expect(page.headers["permissions-policy"]).toBe(
      'geolocation=(self "https://charts.example"), camera=(), microphone=(), publickey-credentials-create=(), publickey-credentials-get=()',
    );
    expect(page.body.toString()).toContain(' allow="geolocation"></iframe>');
  });

  it("delegates camera and microphone to the map's own origin while the project allows them", async () => {
    expect((await open(path)).body.toString()).not.toContain(" allow=");
    const page = await open(await externalMap({ allowsCamera: true }));
    const origins = '(self "https://charts.example")';
    expect(page.headers["permissions-policy"]).toBe(
      `geolocation=(), camera=${origins}, microphone=${origins}, publickey-credentials-create=(), publickey-credentials-get=()`,
    );
    expect(page.body.toString()).toContain(' allow="camera; microphone"></iframe>');
  });

  it.each([
    ["without a ticket", () => ""],
    ["with a ticket of another secret", () => "?sea-vision-ticket=e30.forged"],
    [
      "with an expired ticket",
      () =>
        `?sea-vision-ticket=${signExternalTicket({ url: URL_OF_MAP, allowsLocation: false, allowsCamera: false }, Date.now() - 61_000)}`,
    ],
  ])("returns 403 %s", async (_what, query) => {
    const answer = await servers.ask(`${path}${query()}`, { headers: inViewer });
    expect([answer.status, answer.headers["content-security-policy"]]).toEqual([
      403,
      "default-src 'none'; style-src 'unsafe-inline'; img-src http://localhost:3000; font-src http://localhost:3000; frame-ancestors http://localhost:3000",
    ]);
    expect(answer.body.toString()).not.toContain("charts.example");
  });
});

describe("the application's address of a map of another site", () => {
  it("returns no ticket to a page that checks whether the map would open", async () => {
    const answer = await servers.askApp(path, { method: "HEAD", headers: { ...user.browser, ...subresource } });
    expect([answer.status, pathOn("mapsOrigin", answer)]).toEqual([302, path]);
  });

  it("returns 403 to the pages of other origins", async () => {
    const headers = { ...user.browser, ...inViewer, "sec-fetch-site": "same-site" };
    expect((await servers.askApp(path, { headers })).status).toBe(403);
  });

  it("returns 404 to a user without the project, and for a project with an uploaded map or without a map", async () => {
    const { project } = await publishMap({ "index.html": "map" });
    await assign(project.id, user.account.id);
    const other = await signedIn("user");
    for (const [person, address] of [
      [other, path],
      [user, `/projects/external-maps/${project.safeName}`],
      [user, await externalMap({ mapUrl: "" })],
      [user, await externalMap({ mapUrl: "javascript:alert(1)" })],
      [user, "/projects/external-maps/no-such-map"],
      [user, "/projects/external-maps/%E2%82%AC"],
    ] as const) {
      expect((await servers.askApp(address, { headers: { ...person.browser, ...inViewer } })).status, address).toBe(404);
    }
  });
});
