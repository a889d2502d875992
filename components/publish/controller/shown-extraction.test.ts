import { expect, it } from "vitest";
import { MapStorage } from "@/tests/setup/map-storage";
import { forgetShownExtraction, readShownExtraction, storeShownExtraction } from "./shown-extraction";

const kept = { way: "direct", target: { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null } } as const;

it("readShownExtraction returns the stored extraction of the same account only", () => {
  const storage = new MapStorage();
  expect(readShownExtraction(storage, "one")).toBeNull();
  storeShownExtraction(storage, "one", kept);
  expect(readShownExtraction(storage, "one")).toEqual(kept);
  expect(readShownExtraction(storage, "two")).toBeNull();
  forgetShownExtraction(storage);
  expect(readShownExtraction(storage, "one")).toBeNull();
});

it("readShownExtraction returns null for invalid JSON", () => {
  const storage = new MapStorage();
  storage.setItem("sea-vision.zip-extraction", "{");
  expect(readShownExtraction(storage, "one")).toBeNull();
});
