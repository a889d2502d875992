import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";
import { expect, it } from "vitest";
import { latestViewer } from "@/lib/data-maps/data";
import { storeViewer } from "@/lib/data-maps/mutations";
import { renderPage } from "@/lib/data-maps/publish/page";
import { bundleViewer } from "@/scripts/bootstrap/bundle.mjs";
import { harbourGeoJson } from "../../setup/data-files/text-files";
import { publishAndRender, thumbnailOf, titled, withoutChromium } from "./rendering";

const map = {
  version: 1,
  title: "Harbour",
  view: { bounds: [8, 53.9, 8.2, 54.1] },
  layers: [{ name: "Harbour", file: "harbour.geojson", format: "geojson", kind: "mixed", color: "#d00000", opacity: 1 }],
};

it.skipIf(withoutChromium)(titled("the rendered thumbnail of a map of data shows the data"), async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-viewer-"));
  try {
    await bundleViewer(esbuild, folder);
    await storeViewer(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  const page = renderPage({ title: map.title, viewer: (await latestViewer()) ?? "" });
  const { id, imageSource } = await publishAndRender({
    "index.html": page,
    "map.json": JSON.stringify(map),
    "harbour.geojson": harbourGeoJson,
  });
  expect(imageSource).toBe("rendered");
  const thumbnail = await thumbnailOf(id);
  // The basin is a pale red on the grey of the map.
  const reds = [0.45, 0.5, 0.55, 0.6].map((x) => thumbnail.colorAt(x, 0.3)).filter(([red = 0, , blue = 0]) => red > blue + 20);
  expect(reds.length).toBeGreaterThan(0);
});
