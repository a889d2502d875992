import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LayerList } from "@/components/projects/map-settings/layer-list";
import { problemsOf } from "@/components/projects/map-settings/map-draft";
import { type DataMap, dataMapSchema, type MapLayer } from "@/lib/data-maps/schema";
import { expectGoodEverywhere } from "../setup/appearance";

const statistics = {
  use: {
    values: [
      ["quay", 12],
      ["shed", 3],
    ],
  },
  depth: { quantiles: Array.from({ length: 21 }, (_, index) => index) },
};
const map = dataMapSchema.parse({
  version: 2,
  title: "Harbour",
  view: { bounds: [4, 51, 5, 52] },
  layers: [{ name: "Berths", file: "berths.geojson", format: "geojson", kind: "points", attributes: ["use", "depth"], statistics }],
});

let draft: DataMap;

function Settings({ map: given = map }: { map?: DataMap }) {
  const [shown, setShown] = useState(given);
  draft = shown;
  return (
    <main className="max-w-md p-4">
      <h1>Map settings</h1>
      <h2>Harbour</h2>
      <LayerList map={shown} problems={problemsOf(shown)} onChange={setShown} />
    </main>
  );
}

const [plain] = map.layers as [MapLayer];
const layer = () => draft.layers[0];

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

describe("the style of a layer", () => {
  it("is copied to a layer of the same kind that has its attributes", async () => {
    const layers = [
      { ...plain, colorBy: { kind: "classes" as const, attribute: "depth", limits: [5], colors: ["#c9ebb1", "#41407b"] } },
      { ...plain, name: "Buoys", file: "buoys.geojson", color: "#d9480f" },
      { ...plain, name: "Quays", file: "quays.geojson", kind: "lines" as const },
      { ...plain, name: "Wrecks", file: "wrecks.geojson", attributes: ["use"] },
    ];
    await render(<Settings map={{ ...map, layers }} />);
    await page.getByRole("button", { name: "Berths", exact: true }).click();
    await page.getByRole("combobox", { name: "Copy style to" }).click();
    const options = () => page.getByRole("option").elements();
    await expect.poll(() => options().map(({ textContent }) => textContent)).toEqual(["Choose a layer...", "Buoys"]);
    await page.getByRole("option", { name: "Buoys" }).click();
    expect(draft.layers[1]).toMatchObject({ name: "Buoys", file: "buoys.geojson", colorBy: layers[0]?.colorBy });
    await expect.element(page.getByRole("status")).toHaveTextContent("Buoys has the style of Berths");
  });

  it("gives each value a colour and a name, and hides the others", async () => {
    await render(<Settings />);
    await choose("Colours", "By category");
    expect(layer()?.colorBy).toMatchObject({ kind: "categories", attribute: "use", categories: [{ value: "quay" }, { value: "shed" }] });
    await page.getByLabelText("Name of quay").fill("Quays");
    await page.getByLabelText("Colour of quay").fill("#123456");
    await page.getByLabelText("Show other values").click();
    expect(layer()?.colorBy).toMatchObject({
      categories: [{ value: "quay", name: "Quays", color: "#123456" }, { value: "shed" }],
      other: null,
    });
    await choose("Palette", "Dark");
    expect(layer()?.colorBy).toMatchObject({ categories: [{ value: "quay", name: "Quays", color: "#1b9e77" }, { color: "#d95f02" }] });
    await choose("Colours", "One colour");
    expect(layer()).toMatchObject({ colorBy: null, usesFileStyle: false });
  });

  it("divides numbers into classes, and names a limit in the wrong order", async () => {
    await render(<Settings />);
    await choose("Colours", "By number");
    expect(layer()?.colorBy).toMatchObject({ kind: "classes", attribute: "depth", limits: [4, 8, 12, 16] });
    await choose("Classes", "4");
    await choose("Divided by", "Equal intervals");
    await page.getByLabelText("Unit").fill("m");
    expect(layer()?.colorBy).toMatchObject({ limits: [5, 10, 15], unit: "m" });
    await choose("Scale", "Depths (cmocean)");
    const before = layer()?.colorBy;
    await page.getByLabelText("Reversed").click();
    const after = layer()?.colorBy;
    if (before?.kind !== "classes" || after?.kind !== "classes") throw new Error("There are no classes.");
    expect(after.colors).toEqual([...before.colors].reverse());
    await page.getByLabelText("Lower limit of class 3").fill("2");
    await expect.element(page.getByText("Each limit must be greater than the one before.")).toBeVisible();
    await expectGoodEverywhere("classes with a mistake");
  });

  it("draws points as clusters, or lets their size grow with a number", async () => {
    await render(<Settings />);
    await choose("Size by", "depth");
    expect(layer()?.sizeBy).toEqual({ attribute: "depth", values: [0, 20], sizes: [3, 18] });
    await page.getByLabelText("Largest radius").fill("24");
    expect(layer()?.sizeBy?.sizes).toEqual([3, 24]);
    await choose("Points as", "Clusters with their number");
    expect(layer()?.pointStyle).toBe("clusters");
    await expect.element(page.getByLabelText("Size by")).not.toBeInTheDocument();
  });
});
