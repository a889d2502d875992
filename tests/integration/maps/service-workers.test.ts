import { expect, it } from "vitest";
import { navigation, startMapServers } from "./map-server";

it("the maps process answers each request for a service worker with a script that unregisters itself", async () => {
  const servers = await startMapServers();
  for (const path of ["/projects/maps/nowhere/sw.js", "/projects/maps/assets/deep/worker.js?v=2"]) {
    const answer = await servers.ask(path, { headers: { "service-worker": "script", "sec-fetch-dest": "serviceworker" } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(answer.body.toString()).toContain("registration.unregister()");
  }
  expect((await servers.ask("/projects/maps/nowhere/sw.js", { headers: navigation })).status).toBe(302);
  await servers.close();
});
