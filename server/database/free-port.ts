import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below what systems give to outgoing connections and to those who ask for any port: from 32768 on Linux (ip_local_port_range), from
 * 49152 elsewhere (RFC 6335). One of those could be somebody's connection before it is listened on.
 */
const [FIRST, BEYOND] = [20_000, 32_768];
const TRIES = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/**
 * A port of 127.0.0.1 that nobody listens on at this moment, and that no outgoing connection takes.
 * @param inRow how many have to be free, this one and those that follow it
 * @throws Error when none was found
 */
export async function freePort(inRow = 1): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const first = randomInt(FIRST, BEYOND - inRow);
    const areFree = await Promise.all(Array.from({ length: inRow }, (_, index) => isFree(first + index)));
    if (!areFree.includes(false)) return first;
  }
  throw new Error("No port is free.");
}
