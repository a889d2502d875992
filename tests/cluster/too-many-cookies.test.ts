import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../server/database/free-port";
import { HttpServer } from "../../server/web/http-server";
// The page about cookies has the branding, and needs settings.
import "../setup/unit";
import { type Nginx, startNginx } from "./nginx";

const servers = Array.from({ length: 4 }, () => new HttpServer());
let folder: string;
let nginx: Nginx;
let ports: { app: number; maps: number };

beforeAll(async () => {
  for (const server of servers) await server.listen(0, (_request, response) => Promise.resolve(void response.end("ok")), "127.0.0.1");
  const [web1 = 0, web2 = 0, maps1 = 0, maps2 = 0] = servers.map(({ node }) => (node.address() as AddressInfo).port);
  folder = await mkdtemp(path.join(tmpdir(), "sea-vision-nginx-"));
  const app = await freePort(2);
  ports = { app, maps: app + 1 };
  nginx = await startNginx(folder, { ...ports, webs: [web1, web2], mapsInstances: [maps1, maps2] });
});
afterAll(async () => {
  await nginx?.stop();
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true });
});

function askWithCookies(port: number, bytes: number): Promise<{ status?: number; cleared?: string | string[]; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, agent: false, headers: { cookie: `a=${"x".repeat(bytes)}` } }, (answer) => {
      const { statusCode: status, headers } = answer;
      text(answer).then((body) => resolve({ status, cleared: headers["clear-site-data"], body }), reject);
    });
    asked.on("error", reject).end();
  });
}

it.each(["app", "maps"] as const)(
  "the documented nginx in front of %s lets the product delete a browser's cookies when there are too many",
  async (name) => {
    expect(await askWithCookies(ports[name], 12_000)).toEqual({ status: 200, body: "ok" });
    for (const bytes of [30_000, 200_000]) {
      const answer = await askWithCookies(ports[name], bytes);
      expect(answer).toMatchObject({ status: 431, cleared: '"cookies"', body: expect.stringContaining("Too many cookies") });
    }
  },
);
