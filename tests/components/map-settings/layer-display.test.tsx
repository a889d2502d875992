import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { LayerList } from "@/components/projects/map-settings/layer-list";
import { problemsOf } from "@/components/projects/map-settings/map-draft";
import { type DataMap, dataMapSchema } from "@/lib/data-maps/schema";
import { expectGoodEverywhere } from "../setup/appearance";

const map = dataMapSchema.parse({
  version: 2,
  title: "Ships",
  view: { bounds: [4, 51, 5, 52] },
  layers: [
    {
      name: "Positions",
      file: "positions.geojson",
      format: "geojson",
      kind: "points",
      attributes: ["ship", "speed", "timestamp"],
      statistics: { timestamp: { times: [1_795_874_730_000, 1_795_878_330_000] }, ship: { values: [["Alma", 2]] } },
    },
  ],
});

let draft: DataMap;

function Settings() {
  const [shown, setShown] = useState(map);
  draft = shown;
  return (
    <main className="max-w-md p-4">
      <h1>Map settings</h1>
      <h2>Ships</h2>
      <LayerList map={shown} problems={problemsOf(shown)} onChange={setShown} />
    </main>
  );
}

const layer = () => draft.layers[0];

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

describe("the popup of a layer", () => {
  const names = () => layer()?.popup?.map(({ attribute }) => attribute);

  it("shows the chosen attributes in the chosen order, and all of them again", async () => {
    await render(<Settings />);
    expect(layer()?.popup).toBeUndefined();
    await choose("Popup", "Chosen attributes");
    expect(names()).toEqual(["ship", "speed", "timestamp"]);
    await page.getByRole("button", { name: "Move timestamp up" }).click();
    await expect.element(page.getByRole("button", { name: "Move timestamp up" })).toHaveFocus();
    await page.getByRole("button", { name: "Leave out ship" }).click();
    expect(names()).toEqual(["timestamp", "speed"]);
    await expect.element(page.getByText("timestamp", { exact: true })).toHaveFocus();
    await choose("Add to the popup", "ship");
    expect(names()).toEqual(["timestamp", "speed", "ship"]);
    await choose("Popup", "All attributes");
    expect(layer()?.popup).toBeUndefined();
  });

  it("shows an attribute with a name, a unit and decimals", async () => {
    await render(<Settings />);
    await choose("Popup", "Chosen attributes");
    await page.getByText("speed", { exact: true }).click();
    await page.getByRole("textbox", { name: "Shown name" }).fill("Speed over ground");
    await page.getByRole("textbox", { name: "Unit" }).fill("kn");
    await page.getByRole("spinbutton", { name: "Decimals" }).fill("1");
    expect(layer()?.popup?.[1]).toEqual({ attribute: "speed", name: "Speed over ground", unit: "kn", decimals: 1 });
    await page.getByRole("spinbutton", { name: "Decimals" }).fill("1.5");
    await expect.element(page.getByText("Enter a whole number.")).toBeVisible();
    await page.getByRole("spinbutton", { name: "Decimals" }).fill("");
    expect(layer()?.popup?.[1]?.decimals).toBeUndefined();
  });

  it("takes the hosts of links, and refuses what is no host", async () => {
    await render(<Settings />);
    await choose("Popup", "Chosen attributes");
    await page.getByText("ship", { exact: true }).click();
    await choose("Shown as", "Link");
    const hosts = page.getByLabelText("Allowed hosts");
    await hosts.fill("https://ships.example/");
    await expect.element(page.getByText("Enter hosts such as files.example.com, one on each line.")).toBeVisible();
    await expectGoodEverywhere("an attribute with a mistake");
    await hosts.fill("ships.example");
    await userEvent.type(hosts, "{Enter}{Enter}files.example:8443");
    expect(layer()?.popup?.[0]).toEqual({ attribute: "ship", kind: "link", hosts: ["ships.example", "files.example:8443"] });
    expect(problemsOf(draft).size).toBe(0);
  });
});

describe("the labels of a layer", () => {
  it("have a size, a first zoom and colours", async () => {
    await render(<Settings />);
    await page.getByRole("combobox", { name: "Label", exact: true }).fill("ship");
    await page.getByLabelText("Label size (pixels)").fill("40");
    await expect.element(page.getByText("Enter a number from 8 to 32.")).toBeVisible();
    await page.getByLabelText("Label size (pixels)").fill("20");
    await page.getByLabelText("Labels from zoom").fill("9");
    expect(layer()?.labelStyle).toEqual({ size: 20, minZoom: 9 });
    await page.getByLabelText("Own colours of text and halo").click();
    await page.getByLabelText("Colour of the text").fill("#ff0000");
    expect(layer()?.labelStyle?.colors).toEqual({ text: "#ff0000", halo: "#ffffff" });
    await page.getByLabelText("Own colours of text and halo").click();
    expect(layer()?.labelStyle?.colors).toBeUndefined();
  });

  it("have a condition on a number or on values", async () => {
    await render(<Settings />);
    await page.getByRole("combobox", { name: "Label", exact: true }).fill("ship");
    await choose("Labels of", "By number");
    await choose("Condition on", "speed");
    await page.getByLabelText("At least").fill("");
    await expect.element(page.getByText("Enter at least one of the numbers.")).toBeVisible();
    await page.getByLabelText("At most").fill("5");
    expect(layer()?.labelStyle?.condition).toEqual({ kind: "number", attribute: "speed", atMost: 5 });
    await choose("Labels of", "By value");
    await choose("Condition on", "ship");
    expect(layer()?.labelStyle?.condition).toEqual({ kind: "values", attribute: "ship", values: ["Alma"] });
    await page.getByLabelText("Values with labels").fill("Alma\nBerta");
    expect(layer()?.labelStyle?.condition).toMatchObject({ values: ["Alma", "Berta"] });
    await choose("Labels of", "All features");
    expect(layer()?.labelStyle?.condition).toBeUndefined();
  });
});

it("the time slider takes the found attribute, another one or none", async () => {
  await render(<Settings />);
  await expect.element(page.getByRole("combobox", { name: "Time slider" })).toHaveTextContent("Automatic: timestamp");
  await choose("Time slider", "Off");
  expect(layer()?.timeAttribute).toBeNull();
  await choose("Time slider", "speed");
  expect(layer()?.timeAttribute).toBe("speed");
  await choose("Time slider", "Automatic: timestamp");
  expect(layer()?.timeAttribute).toBeUndefined();
});
