import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Archive, tilePath } from "./archives";
import type { OpenMap } from "./client";

/** Requests a second, evenly spread: several people who move about the map. */
const RATE = 200;

/** Milliseconds from asking for a tile to the last byte of it. */
export interface Waiting {
  count: number;
  p50: number;
  p95: number;
  p99: number;
}

function askFor(map: OpenMap, tile: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = get(new URL(tile, map.address), { agent, headers: { Cookie: map.cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${tile} was answered ${response.statusCode}.`));
      response.resume().on("end", () => resolve(performance.now() - started));
    });
    sent.on("error", reject);
  });
}

/** Asks for tiles at a steady rate, whether the last one has come or not, until told to stop. */
export async function visit(map: OpenMap, archive: Archive, until: Promise<unknown>): Promise<Waiting> {
  const agent = new Agent({ keepAlive: true });
  const asked: Promise<number>[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  const started = performance.now();
  while (!isOver) {
    const due = Math.floor(((performance.now() - started) / 1000) * RATE);
    while (asked.length <= due) asked.push(askFor(map, tilePath((asked.length * 7_919) % (archive.files - 1)), agent));
    await pause(1);
  }
  const times = (await Promise.all(asked)).sort((one, other) => one - other);
  agent.destroy();
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { count: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
