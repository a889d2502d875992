import { expect, it } from "vitest";
import { takeZipFile } from "./chosen-zip";

const ofSize = (size: number) => ({ file: { name: "Harbour.ZIP", size } });
const tus = ofSize(107_374_182_400);
const direct = ofSize(53_687_091_200);

it.each([
  ["no file", "tus", [], "Please select a valid ZIP file"],
  ["another kind of file", "direct", [{ file: { name: "map.zip.png", size: 1 } }], "Please select a valid ZIP file"],
  ["a byte over 100 GB", "tus", [ofSize(107_374_182_401)], "ZIP file is too large. Maximum size is 100GB"],
  ["a byte over 50 GB", "direct", [ofSize(53_687_091_201)], "ZIP file is too large. Maximum size is 50GB"],
  ["two files", "tus", [tus, tus], "File restriction failed: only one ZIP file can be uploaded at a time"],
  ["100 GB", "tus", [tus], tus],
  ["50 GB", "direct", [direct], direct],
] as const)("takeZipFile checks %s for the method %s", (_, way, files, outcome) => {
  expect(takeZipFile(files, way)).toBe(outcome);
});
