import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { StyleImport } from "@/components/projects/map-settings/style-import";
import { type DataMap, dataMapSchema } from "@/lib/data-maps/schema";
import { expectGoodEverywhere } from "../setup/appearance";

let draft: DataMap;

function Settings() {
  const layer = { name: "Berths", file: "berths.geojson", format: "geojson", kind: "lines", attributes: ["type"] };
  const [map, setMap] = useState(() =>
    dataMapSchema.parse({ version: 2, title: "Harbour", view: { bounds: [4, 51, 5, 52] }, layers: [layer] }),
  );
  draft = map;
  return (
    <main className="max-w-md p-4">
      <h1>Map settings</h1>
      <StyleImport map={map} onChange={setMap} />
    </main>
  );
}

const choose = (content: string) =>
  page.getByLabelText("MapLibre style").upload(new File([content], "style.json", { type: "application/json" }));

describe("the import of a MapLibre style", () => {
  it("gives layers their paint, and lists what can't be taken over", async () => {
    await render(<Settings />);
    const line = { id: "berths", type: "line", source: "harbour", paint: { "line-color": "#ff0000", "line-width": 3 } };
    const symbol = { id: "signs", type: "symbol", source: "berths", layout: { "icon-image": "anchor" } };
    await choose(JSON.stringify({ version: 8, sources: {}, layers: [line, symbol, { id: "roads", type: "line", source: "roads" }] }));
    await expect.element(page.getByText("Berths has the style of the file.")).toBeVisible();
    await expect.element(page.getByText("Berths: its symbols can't be taken over.")).toBeVisible();
    await expect.element(page.getByText('Layers of the style that fit no layer of the map: "roads".')).toBeVisible();
    expect(draft.layers[0]).toMatchObject({ color: "#ff0000", width: 3 });
    await expectGoodEverywhere("an imported style with notes");
  });

  it("says when a file is no style, is too large, or fits no layer", async () => {
    await render(<Settings />);
    await choose("{}");
    await expect.element(page.getByText("This file is no MapLibre style.", { exact: false })).toBeVisible();
    await expectGoodEverywhere("a file that is no style");
    await choose(" ".repeat(2 * 1024 * 1024 + 1));
    await expect.element(page.getByText("A MapLibre style can have up to 2 MB.")).toBeVisible();
    await choose(JSON.stringify({ version: 8, layers: [{ id: "background", type: "background" }] }));
    await expect.element(page.getByText("No layer takes a style from this file.", { exact: false })).toBeVisible();
  });
});
