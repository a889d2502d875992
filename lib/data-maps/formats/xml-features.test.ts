import { describe, expect, it } from "vitest";
import { describeOne, refusal, shown } from "../../../tests/setup/data-files/described";

const point = (...coordinates: unknown[]) => ({ type: "Point", coordinates });

describe("KML and GPX", () => {
  const placemark = (inner: string) => `<Placemark><name>b</name>${inner}</Placemark>`;
  const kml = (inner: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
  const gpx = (inner: string) =>
    `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="54" lon="8.5"><name>b</name>${inner}</wpt></gpx>`;
  const place = "<Point><coordinates>8.5,54</coordinates></Point>";

  it.each([
    ["a.kml", `<kml>${placemark(place)}</kml>`],
    ["a.kml", kml(placemark(place.replace(",", ", ")))],
    ["a.kml", `<k:kml xmlns:k="http://www.opengis.net/kml/2.2">${placemark(place).replace(/<(\/?)/g, "<$1k:")}</k:kml>`],
    ["a.kml", kml(`<gx:Tour/>${placemark(place)}`)],
    ["a.kml", Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${kml(placemark(place))}`, "latin1")],
    ["a.gpx", `<?xml version="1.0"?><!DOCTYPE gpx>${gpx("")}`],
    ["a.gpx", gpx("<extensions><gpxx:Depth>3</gpxx:Depth></extensions>")],
  ])("of programs in the field are read: %s %s", async (path, content) => {
    const { features } = await shown(path, content);
    expect(features).toMatchObject([{ properties: { name: "b" }, geometry: point(8.5, 54) }]);
  });

  it("with spaces after commas keep a line of two positions, and the letters of their encoding", async () => {
    const line = kml(placemark("<LineString><coordinates>8, 54, 0 9, 55, 0</coordinates></LineString>").replace(">b<", ">Müll<"));
    const { features } = await shown("a.kml", Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${line}`, "latin1"));
    expect(features).toMatchObject([
      {
        properties: { name: "Müll" },
        geometry: {
          type: "LineString",
          coordinates: [
            [8, 54, 0],
            [9, 55, 0],
          ],
        },
      },
    ]);
  });

  it("with a track become a line with its first and last time", async () => {
    const track =
      "<gx:Track><when>2026-01-01T00:00Z</when><when>2026-01-01T01:00Z</when><gx:coord>8 54 0</gx:coord><gx:coord>9 55 0</gx:coord></gx:Track>";
    const { features } = await shown("a.kml", kml(placemark(track)));
    expect(features).toMatchObject([
      { properties: { begin: "2026-01-01T00:00Z", end: "2026-01-01T01:00Z" }, geometry: { type: "LineString" } },
    ]);
  });

  it.each([
    [
      "<NetworkLink><Link><href>http://a.example/x.kml</href></Link></NetworkLink>",
      'contains only a link to "http://a.example/x.kml", which is not loaded',
    ],
    [placemark("<address>Quay 1</address>"), "has addresses, but no coordinates"],
    [placemark(place.replace("8.5,54", "565811,5934018")), "aren't longitude and latitude, such as 565811, 5934018"],
  ])("without a place are refused with what they have", async (inner, message) => {
    expect(await refusal("a.kml", kml(inner))).toContain(message);
  });

  it.each([
    ["only a picture", "", "raster"],
    ["places and a picture", placemark(place), "points"],
  ])("with %s on the ground are converted", async (_what, inner, kind) => {
    const overlay =
      "<GroundOverlay><Icon><href>a.png</href></Icon><LatLonBox><north>54</north><south>53</south><east>11</east><west>9</west></LatLonBox></GroundOverlay>";
    expect(await describeOne("a.kml", kml(inner + overlay))).toMatchObject({ format: "gdal", kind });
  });
});
