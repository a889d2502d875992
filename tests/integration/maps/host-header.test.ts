import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MapServers, startMapServers } from "./map-server";

let servers: MapServers;

beforeAll(async () => {
  servers = await startMapServers();
});
afterAll(() => servers.close());

it.each([
  ["Host: maps.example.com", 200, 404],
  ["Host: a b", 400, 400],
  ["Host: a/b", 400, 400],
  ["Host: user@a", 400, 400],
  ["Host: a\r\nHost: b", 400, 400],
  ["Host: a\r\nHost: a", 400, 400],
])(
  "a request to the maps process with the header lines %j returns %i for the health check and %i for a map",
  async (lines, health, map) => {
    for (const [path, status] of [
      ["/healthz", health],
      ["/projects/maps/harbour/index.html", map],
    ]) {
      const socket = connect(servers.mapsPort, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  },
);
