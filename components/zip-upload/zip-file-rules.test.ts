import { expect, it } from "vitest";
import { takeZipFile } from "./zip-file-rules";

const zip = { name: "Harbour.ZIP", size: 107_374_182_400 };

it.each([
  ["no file", [], "Please select a valid ZIP file"],
  ["another kind of file", [{ name: "map.zip.png", size: 1 }], "Please select a valid ZIP file"],
  ["a ZIP of a byte over 100 GB", [{ ...zip, size: zip.size + 1 }], "ZIP file is too large. Maximum size is 100GB"],
  ["two files", [zip, zip], "File restriction failed: only one ZIP file can be uploaded at a time"],
  ["a ZIP of 100 GB", [zip], zip],
])("for %s answers", (_, files, outcome) => {
  expect(takeZipFile(files)).toBe(outcome);
});
