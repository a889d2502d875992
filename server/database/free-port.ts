import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports below the range of outgoing connections (32768 on Linux, 49152 elsewhere), which could take a port before it is listened on. */
const [FIRST, BEYOND] = [20_000, 32_768];
const TRIES = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Returns the first of some consecutive free ports of 127.0.0.1. @throws Error when there are none */
export async function freePort(inRow = 1): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const first = randomInt(FIRST, BEYOND - inRow);
    const areFree = await Promise.all(Array.from({ length: inRow }, (_, index) => isFree(first + index)));
    if (!areFree.includes(false)) return first;
  }
  throw new Error("No port is free.");
}
