import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Sandbox } from "./sandbox";
import type { Units } from "./units";

async function obey(units: Units, words: readonly string[], reloadNginx: () => Promise<void>): Promise<void> {
  const [verb, ...rest] = words;
  if (verb === "daemon-reload" && rest.length === 0) return;
  if (verb === "reload" && rest.join() === "nginx") return reloadNginx();
  if (verb === "enable" && rest[0] === "--now") for (const name of rest.slice(1)) await units.start(name);
  else if (verb === "restart") for (const name of rest) await units.restart(name);
  else if (verb === "stop") for (const name of rest) await units.stop(name);
  else throw new Error(`No stand-in for: systemctl ${words.join(" ")}`);
}

/** Installs a `systemctl` that lets this process manage the units. @returns a function that ends it */
export async function standInForSystemctl(sandbox: Sandbox, units: Units, reloadNginx: () => Promise<void>): Promise<() => void> {
  const server = createServer(async (request, response) => {
    try {
      await obey(units, (await text(request)).split(" "), reloadNginx);
      response.end();
    } catch (error) {
      response.writeHead(500).end(`${error instanceof Error ? error.message : error}\n`);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await sandbox.standIn("systemctl", `exec curl --silent --show-error --fail-with-body --data-raw "$*" http://127.0.0.1:${port}/`);
  return () => server.close();
}
