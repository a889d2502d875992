import { expect, it } from "vitest";
import { previewTypeOf } from "@/lib/files/preview/preview-types";
import { isTextual, previewKind } from "./preview-kind";

it.each([
  ["tile.png", "image"],
  ["PHOTO.JPG", "image"],
  ["pin.svg", "image"],
  ["index.html", "text"],
  ["berths.js", "text"],
  ["berths.json", "text"],
  ["track.kml", "text"],
  ["README", "text"],
  [".htaccess", "text"],
  ["berths.geojson", "map"],
  ["world.topojson", "map"],
  ["tour.mp4", "video"],
  ["horn.mp3", "audio"],
  ["chart.pdf", "pdf"],
  ["tiles.pmtiles", null],
  ["archive.zip", null],
  ["noextension", null],
  ["folder.png/notes", null],
  ["", null],
])("previewKind(%j) returns %s", (name, kind) => {
  expect(previewKind(name)).toBe(kind);
});

it("isTextual returns true for text, GeoJSON and SVG files", () => {
  expect(["a.js", "a.geojson", "a.svg", "a.png", "a.bin"].map(isTextual)).toEqual([true, true, true, false, false]);
});

it.each([..."png jpg jpeg gif webp avif bmp ico svg mp4 m4v webm ogv mov mp3 m4a wav ogg oga pdf".split(" ")])(
  "previewKind of .%s matches the content type of the server",
  (extension) => {
    const kind = previewKind(`file.${extension}`);
    const type = previewTypeOf(`file.${extension}`)?.contentType;
    expect(type?.startsWith(kind === "pdf" ? "application/pdf" : `${kind}/`)).toBe(true);
  },
);
