import { describe, expect, it } from "vitest";
import { mapLayerSchema } from "../../lib/data-maps/schema";
import { formatSharedView, parseSharedView, sharedChoices, shortName } from "./shared-view";

const layer = (file: string, sourceLayer?: string) =>
  mapLayerSchema.parse({ name: file, file, sourceLayer, format: "pmtiles", kind: "points" });
const [berths, quays, lights] = [layer("berths.pmtiles"), layer("quays.pmtiles", "a"), layer("quays.pmtiles", "b")] as const;

describe("formatSharedView and parseSharedView", () => {
  it("give back the visible layers, their hidden classes and the selected feature", () => {
    const shown = [{ ...berths, hidden: [0, -1] }, { ...quays, visible: false }, lights];
    const hash = formatSharedView("9.5/60.39/5.32", shown, { lng: 5.3187171, lat: -60.5 });
    expect(hash).toMatch(/^#map=9\.5\/60\.39\/5\.32&layers=[0-9a-z]+\.0\.-1,[0-9a-z]+&selected=-60\.500000,5\.318717$/);
    const view = parseSharedView(hash);
    expect(view.selected).toEqual({ lng: 5.318717, lat: -60.5 });
    expect(sharedChoices(view, [lights, quays, berths])).toEqual([
      { visible: true, hidden: [] },
      { visible: false, hidden: [] },
      { visible: true, hidden: [0, -1] },
    ]);
  });

  it("give back a map without visible layers", () => {
    const hash = formatSharedView("1/0/0", [{ ...berths, visible: false }], null);
    // MapLibre leaves out the sign after an empty parameter.
    for (const each of [hash, hash.replace("layers=", "layers")]) {
      expect(sharedChoices(parseSharedView(each), [berths])).toEqual([{ visible: false, hidden: [] }]);
    }
  });
});

describe("parseSharedView", () => {
  it.each([
    "",
    "#map=9/60/5",
    "#layers=%00,<b>,../x",
    `#layers=${"z".repeat(9)}`,
    "#layers=a.b.c",
    "#selected=91,5",
    "#selected=60,181",
    "#selected=a,b",
  ])("reads nothing from %j", (hash) => expect(parseSharedView(hash)).toEqual({ layers: null, selected: null }));

  it("leaves out what it can't read", () => {
    const { layers } = parseSharedView(`#layers=${shortName(berths)}.1,__proto__,much-longer-name`);
    expect([...(layers ?? [])]).toEqual([[shortName(berths), [1]]]);
  });
});

describe("sharedChoices", () => {
  it("returns null when the address knows none of the layers, or says nothing of them", () => {
    expect(sharedChoices(parseSharedView("#layers=zzzzzz"), [berths])).toBeNull();
    expect(sharedChoices(parseSharedView("#map=9/60/5"), [berths])).toBeNull();
  });
});
