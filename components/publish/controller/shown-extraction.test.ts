import { expect, it } from "vitest";
import { forgetExtraction, keepExtraction, readKeptExtraction } from "@/components/zip-upload/kept-extraction";
import { MapStorage } from "@/tests/setup/map-storage";

const kept = { way: "direct", target: { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null } } as const;

it("comes back to the extraction of the same account", () => {
  const storage = new MapStorage();
  expect(readKeptExtraction(storage, "one")).toBeNull();
  keepExtraction(storage, "one", kept);
  expect(readKeptExtraction(storage, "one")).toEqual(kept);
  expect(readKeptExtraction(storage, "two")).toBeNull();
  forgetExtraction(storage);
  expect(readKeptExtraction(storage, "one")).toBeNull();
});

it("passes over what it cannot read", () => {
  const storage = new MapStorage();
  storage.setItem("sea-vision.zip-extraction", "{");
  expect(readKeptExtraction(storage, "one")).toBeNull();
});
