import { expect, it } from "vitest";
import { MapStorage } from "@/tests/setup/map-storage";
import { forgetFollowedExtraction, listFollowedExtractions, storeFollowedExtraction } from "./followed-extractions";

const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };
const harbour = { accountId: "one", way: "direct", target } as const;
const fairway = { ...harbour, target: { ...target, projectName: "Fairway", safeName: "fairway" } };

it("listFollowedExtractions returns the latest extraction of each project until it is forgotten", () => {
  const storage = new MapStorage();
  expect(listFollowedExtractions(storage)).toEqual([]);
  storeFollowedExtraction(storage, harbour);
  storeFollowedExtraction(storage, fairway);
  storeFollowedExtraction(storage, { ...harbour, way: "tus" });
  expect(listFollowedExtractions(storage)).toEqual([fairway, { ...harbour, way: "tus" }]);
  forgetFollowedExtraction(storage, harbour);
  forgetFollowedExtraction(storage, fairway);
  expect(storage.items.size).toBe(0);
});

it("listFollowedExtractions returns nothing for invalid JSON", () => {
  const storage = new MapStorage();
  storage.setItem("sea-vision.zip-extractions", "{");
  expect(listFollowedExtractions(storage)).toEqual([]);
});
