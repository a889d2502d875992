import { expect, it } from "vitest";
import { MapsProcess } from "./maps-process";

/** Warnings that a maps process logs from start to end. */
async function warningsWith(mapsOrigin: string): Promise<string[]> {
  const maps = await MapsProcess.start({ MAPS_ORIGIN: mapsOrigin, LOG_LEVEL: "warn" });
  await maps.stop();
  const lines = maps.output.split("\n").filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

it("the maps process warns once when all maps share one origin", async () => {
  expect(await warningsWith("http://localhost:3001")).toEqual([expect.stringContaining("maps share one origin")]);
});

it("the maps process logs no warning when each map has its own origin", async () => {
  expect(await warningsWith("")).toEqual([]);
});
