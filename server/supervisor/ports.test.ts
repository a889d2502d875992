import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "../database/free-port";
import { checkPorts } from "./ports";

const both = (port: number, mapsPort: number) => [
  { variable: "PORT", port },
  { variable: "MAPS_PORT", port: mapsPort },
];

it("checkPorts accepts free ports and leaves them free", async () => {
  const port = await freePort(2);
  const wanted = both(port, port + 1);
  await checkPorts(wanted);
  await checkPorts(wanted);
});

it("checkPorts rejects one port for both", async () => {
  const port = await freePort();
  await expect(checkPorts(both(port, port))).rejects.toThrow(`PORT and MAPS_PORT are both ${port}; they must differ.`);
});

it.each(["127.0.0.1", "::", "0.0.0.0"])("checkPorts names every port in use on %s, with its variable", async (host) => {
  const server = createServer();
  const port = await freePort(2);
  const mapsPort = port + 1;
  await new Promise<void>((resolve) => server.listen(mapsPort, host, resolve));
  await expect(checkPorts(both(port, mapsPort))).rejects.toThrow(
    `Port ${mapsPort} is taken by another program. Stop that one, or choose another port: MAPS_PORT=${mapsPort + 10} npm start`,
  );
  server.close();
});
