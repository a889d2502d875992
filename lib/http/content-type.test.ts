import { describe, expect, it } from "vitest";
import { contentTypeOf, extensionOf, travelsCompressed } from "./content-type";

/** As the programs that read them, or IANA's registry, expect. */
const expected: [string, string][] = [
  ["index.html", "text/html; charset=utf-8"],
  ["index.htm", "text/html; charset=utf-8"],
  ["css/app.css", "text/css; charset=utf-8"],
  ["app.js", "text/javascript; charset=utf-8"],
  ["app.mjs", "text/javascript; charset=utf-8"],
  ["app.js.map", "application/json; charset=utf-8"],
  ["style.json", "application/json; charset=utf-8"],
  ["site.webmanifest", "application/manifest+json; charset=utf-8"],
  ["readme.txt", "text/plain; charset=utf-8"],
  ["data.csv", "text/csv; charset=utf-8"],
  ["captions.vtt", "text/vtt; charset=utf-8"],
  ["crs.prj", "text/plain; charset=utf-8"],
  ["country.geojson", "application/geo+json; charset=utf-8"],
  ["world.topojson", "application/json; charset=utf-8"],
  ["scene.czml", "application/json; charset=utf-8"],
  ["model.gltf", "model/gltf+json; charset=utf-8"],
  // XML declares its charset itself.
  ["track.gpx", "application/gpx+xml"],
  ["places.kml", "application/vnd.google-earth.kml+xml"],
  ["icon.svg", "image/svg+xml"],
  ["capabilities.xml", "application/xml"],
  ["page.xhtml", "application/xhtml+xml"],
  ["places.kmz", "application/vnd.google-earth.kmz"],
  ["0/0/0.png", "image/png"],
  ["0/0/0.PNG", "image/png"],
  ["0/0/0.jpg", "image/jpeg"],
  ["0/0/0.jpeg", "image/jpeg"],
  ["0/0/0.webp", "image/webp"],
  ["0/0/0.avif", "image/avif"],
  ["favicon.ico", "image/x-icon"],
  ["0/0/0.pbf", "application/x-protobuf"],
  ["0/0/0.mvt", "application/vnd.mapbox-vector-tile"],
  ["world.pmtiles", "application/vnd.pmtiles"],
  ["dem.tif", "image/tiff"],
  ["dem.geotiff", "image/tiff"],
  ["0/0/0.terrain", "application/vnd.quantized-mesh"],
  ["city.glb", "model/gltf-binary"],
  ["city.b3dm", "application/octet-stream"],
  ["roads.shp", "application/octet-stream"],
  ["roads.dbf", "application/octet-stream"],
  ["roads.fgb", "application/vnd.flatgeobuf"],
  ["roads.parquet", "application/vnd.apache.parquet"],
  ["engine.wasm", "application/wasm"],
  ["font.woff2", "font/woff2"],
  ["font.ttf", "font/ttf"],
  ["flight.mp4", "video/mp4"],
  ["flight.webm", "video/webm"],
  ["report.pdf", "application/pdf"],
  ["archive.zip", "application/zip"],
];

describe("contentTypeOf", () => {
  it.each(expected)("returns for %s: %s", (name, type) => {
    expect(contentTypeOf(name)).toBe(type);
  });

  it.each(["LICENSE", "0/0/0", "a.unknown-thing", "strange.", "folder.html/file", "a.constructor", "a.__proto__"])(
    "%s is bytes",
    (name) => {
      expect(contentTypeOf(name)).toBe("application/octet-stream");
    },
  );
});

it("uses only the extension of the file name", () => {
  expect(["a.B.Png", ".htaccess", "x.y/z", ""].map(extensionOf)).toEqual(["png", "htaccess", "", ""]);
});

describe("travelsCompressed", () => {
  it.each([
    "index.html",
    "app.js",
    "a/b/countries.geojson",
    "style.json",
    "icon.svg",
    "track.gpx",
    "places.kml",
    "data.csv",
    "parser.wasm",
  ])("returns true for %s", (name) => expect(travelsCompressed(name)).toBe(true));
  it.each(["film.mp4", "world.pmtiles", "relief.tif", "tile.png", "data.gpkg", "unknown.dat", "no-extension", "glyphs.pbf"])(
    "returns false for %s",
    (name) => expect(travelsCompressed(name)).toBe(false),
  );
});
