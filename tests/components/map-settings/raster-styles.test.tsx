import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LayerList } from "@/components/projects/map-settings/layer-list";
import { problemsOf } from "@/components/projects/map-settings/map-draft";
import { type DataMap, dataMapSchema, type MapLayer } from "@/lib/data-maps/schema";
import { classColors } from "@/lib/data-maps/style/palettes";
import { expectGoodEverywhere } from "../setup/appearance";

const statistics = { "Band 1": { quantiles: Array.from({ length: 21 }, (_, index) => 20 * index - 400), range: [-392, -8] } };
const raster = { name: "Seabed", file: "seabed.tif", format: "cog", kind: "raster" };

let draft: DataMap;

function Settings({ layer }: { layer: object }) {
  const [shown, setShown] = useState(() =>
    dataMapSchema.parse({ version: 2, title: "Harbour", view: { bounds: [4, 51, 5, 52] }, layers: [layer] }),
  );
  draft = shown;
  return (
    <main className="max-w-md p-4">
      <h1>Map settings</h1>
      <h2>Harbour</h2>
      <LayerList map={shown} problems={problemsOf(shown)} onChange={setShown} />
    </main>
  );
}

const style = (): MapLayer["rasterStyle"] => draft.layers[0]?.rasterStyle;

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

describe("the style of a raster", () => {
  it("is a ramp with a range, a direction, a unit and a transparent value", async () => {
    await render(<Settings layer={{ ...raster, statistics }} />);
    await choose("Colours", "Continuous ramp");
    expect(style()).toEqual({ kind: "ramp", colors: classColors("Yellow to blue", 9) });
    await choose("Scale", "Depths (cmocean)");
    await page.getByLabelText("Reversed").click();
    await page.getByLabelText("Unit").fill("m");
    await expect.element(page.getByLabelText("Least value")).toHaveAttribute("placeholder", "-392");
    await page.getByLabelText("Greatest value").fill("-20");
    await page.getByLabelText("Transparent value").fill("0");
    expect(style()).toEqual({ kind: "ramp", colors: classColors("Depths (cmocean)", 9, true), range: [-392, -20], unit: "m", noData: 0 });
    await page.getByLabelText("Least value").fill("5");
    await expect.element(page.getByText("The greatest value must be above the least.")).toBeVisible();
    await expectGoodEverywhere("ramp with a mistake");
    await page.getByLabelText("Least value").fill("");
    await page.getByLabelText("Greatest value").fill("");
    expect(style()).toMatchObject({ range: undefined });
  });

  it("is classes with the scale of the ramp, and automatic again", async () => {
    const ramp = { kind: "ramp", colors: classColors("Blues", 9), unit: "m" };
    await render(<Settings layer={{ ...raster, statistics, rasterStyle: ramp }} />);
    await choose("Colours", "Classes");
    expect(style()).toEqual({ kind: "classes", limits: [-320, -240, -160, -80], colors: classColors("Blues", 5), unit: "m" });
    await choose("Classes", "2");
    await page.getByLabelText("Lower limit of class 2").fill("-50");
    expect(style()).toMatchObject({ limits: [-50], colors: classColors("Blues", 2) });
    await choose("Colours", "Automatic");
    expect(style()).toBeNull();
    await expect.element(page.getByLabelText("Unit")).not.toBeInTheDocument();
  });

  it("isn't offered for a picture", async () => {
    await render(<Settings layer={raster} />);
    await expect.element(page.getByLabelText("Opacity")).toBeVisible();
    await expect.element(page.getByLabelText("Hillshade")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Colours")).not.toBeInTheDocument();
  });
});

describe("the relief of a raster", () => {
  it("is a hillshade with its exaggeration, and contours with an interval of the data's range", async () => {
    await render(<Settings layer={{ ...raster, statistics, rasterStyle: { kind: "ramp", colors: classColors("Blues", 9), unit: "m" } }} />);
    await page.getByLabelText("Hillshade").click();
    expect(draft.layers[0]?.hillshade).toEqual({ exaggeration: 0.5 });
    await page.getByLabelText("Exaggeration").fill("80");
    await page.getByLabelText("Greater values are deeper").click();
    expect(draft.layers[0]?.hillshade).toEqual({ exaggeration: 0.8, isDepth: true });
    await page.getByLabelText("Contours").click();
    await expect.element(page.getByLabelText("Interval (m)")).toHaveValue(50);
    await page.getByLabelText("Interval (m)").fill("0");
    await expect.element(page.getByText("Enter a number above 0.")).toBeVisible();
    await expectGoodEverywhere("relief with a mistake");
    await page.getByLabelText("Interval (m)").fill("12.5");
    expect(draft.layers[0]?.contours).toEqual({ interval: 12.5 });
    await page.getByLabelText("Contours").click();
    await page.getByLabelText("Hillshade").click();
    expect(draft.layers[0]).toMatchObject({ hillshade: null, contours: null });
  });

  it("falls where a raster of positive depths grows", async () => {
    const depths = { "Band 1": { quantiles: Array.from({ length: 21 }, (_, index) => index) } };
    await render(<Settings layer={{ ...raster, file: "seabed_depth.tif", statistics: depths }} />);
    await page.getByLabelText("Hillshade").click();
    await expect.element(page.getByLabelText("Greater values are deeper")).toBeChecked();
  });
});
