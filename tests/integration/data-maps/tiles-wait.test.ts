import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { conversionHandlers, conversionSweep } from "@/lib/files/conversion/jobs";
import { until } from "../../setup/until";
import { type DataPublisher, mapOf, startDataPublisher } from "./published-data";

const { signal } = new AbortController();
const mayMakeTiles = new AbortController();
let tileJobs = 0;

let publisher: DataPublisher;
beforeAll(async () => {
  publisher = await startDataPublisher((queue) =>
    conversionHandlers(queue).map((handler) => ({
      ...handler,
      handle: async (data, stopping) => {
        if (handler.job.name === "data-maps.tile") {
          tileJobs += 1;
          if (!mayMakeTiles.signal.aborted) await once(mayMakeTiles.signal, "abort");
        }
        await handler.handle(data, stopping);
      },
    })),
  );
});
afterAll(() => publisher.close());

const crs = { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::25832" } };

/** Returns points in UTM, which must be converted. */
function points(count: number): string {
  const features = Array.from({ length: count }, (_, index) => ({
    type: "Feature",
    properties: { name: `Buoy ${index} ${"of the harbour ".repeat(25)}` },
    geometry: { type: "Point", coordinates: [565_000 + (index % 300) * 20, 5_934_000 + Math.floor(index / 300) * 20] },
  }));
  return JSON.stringify({ type: "FeatureCollection", crs, features });
}

const formatOf = async (projectId: string) => (await mapOf(projectId)).layers[0]?.format;

it("converts a file while the tiles of a large file of another map are made", async () => {
  const large = await publisher.publish({ "many.geojson": points(15_000) });
  await conversionSweep(publisher.queue).run(signal);
  await until("the start of the tiles", () => Promise.resolve(tileJobs > 0));
  expect(await formatOf(large)).toBe("flatgeobuf");
  const small = await publisher.publish({ "few.geojson": points(3) });
  await conversionSweep(publisher.queue).run(signal);
  await until("the small file", async () => (await formatOf(small)) === "flatgeobuf");
  expect(await formatOf(large)).toBe("flatgeobuf");
  mayMakeTiles.abort();
  await until("the tiles", async () => (await formatOf(large)) === "pmtiles");
});
