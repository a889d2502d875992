import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Archive, tilePath } from "./archives";
import type { OpenMap } from "./client";

/** Requests per second, evenly distributed: several users who pan the map. */
const RATE = 200;

/** Milliseconds from the request for a tile to its last byte. */
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

/** Requests tiles at a steady rate until it is stopped, without waiting for answers. */
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
