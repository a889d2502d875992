import { describe, expect, it } from "vitest";
import { DataRefusedError } from "../lib/data-maps/formats/data-file";
import { describeProblem } from "./problem";

const layer = { file: "data/port.pmtiles", format: "pmtiles" } as const;

describe("describeProblem", () => {
  it.each([
    ["AJAXError: Not Found (404): https://map.example/x", "The file is missing."],
    ["Bad response code: 403", "You can't open it any more. Reload the page."],
    ["The server answered 503.", "The server answered 503. Reload the page."],
    ["Failed to fetch", "The connection failed. Reload the page."],
    ["Bad response code: 416", "It is damaged, or it isn't PMTiles."],
    ["Expected ',' in JSON at position 404 (line 1 column 405)", "It is damaged, or it isn't PMTiles."],
    ["No index found, cannot read features filtered by bbox", "It has no spatial index. Write it again with one, such as with ogr2ogr."],
  ])("explains %s", (message, reason) => {
    expect(describeProblem(layer, new Error(message))).toBe(`data/port.pmtiles can't be read: ${reason}`);
  });

  it("shows the message of a refusal as it is", () => {
    expect(describeProblem(layer, new DataRefusedError('"x.kml" isn\'t KML.'))).toBe('"x.kml" isn\'t KML.');
  });
});
