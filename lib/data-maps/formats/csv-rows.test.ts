import { describe, expect, it } from "vitest";
import { describeOne, refusal, shown } from "../../../tests/setup/data-files/described";

const point = (...coordinates: unknown[]) => ({ type: "Point", coordinates });

describe("a table", () => {
  it.each([
    ["of a GIS", "a.csv", "n,POINT_X,POINT_Y\nb,8.5,54\n"],
    ["of species", "a.csv", "n,decimalLongitude,decimalLatitude\nb,8.5,54\n"],
    ["of a census", "a.csv", "n,INTPTLAT,INTPTLON\nb,+54.0,+008.5\n"],
    ["of an open data portal", "a.csv", 'n;geo_point_2d\nb;"54, 8.5"\n'],
    ["with units", "a.csv", "n,Longitude (deg),Latitude (deg)\nb,8.5,54\n"],
    ["with prefixes", "a.csv", "n,end_lat,start_lng,start_lat\nb,1,8.5,54\n"],
    ["in German", "a.csv", "Name;Länge;Breite\nb;8,5;54,0\n"],
    ["in Spanish", "a.csv", "n;Longitud;Latitud\nb;8,5;54\n"],
    ["in Dutch", "a.csv", "n;lengtegraad;breedtegraad\nb;8,5;54\n"],
    ["in Danish", "a.csv", "n;længdegrad;breddegrad\nb;8,5;54\n"],
    ["with a line of its separator", "a.csv", "sep=;\r\nn;lon;lat\r\nb;8.5;54\r\n"],
    ["with pipes", "a.csv", "n|lon|lat\nb|8.5|54\n"],
    ["below a title", "a.csv", "Survey, 2026\nVessel: Elbe\n\nn,lon,lat\nb,8.5,54\n"],
    ["with tabs", "a.tsv", "n\tlon\tlat\nb\t8.5\t54\n"],
    ["with directions in its names", "a.csv", "n,Latitude_N,Longitude_E\nb,54N,8.5E\n"],
    ["of geocaches", "a.csv", 'n;Koordinaten\nb;"N54° 00.000 E008° 30.000"\n'],
    ["of positions in a log", "a.csv", `n;Pos\nb;"N 54°00,0' E 008°30,0'"\n`],
    ["with numbered positions", "a.csv", "n,lat1,lon1,lat2,lon2\nb,54,8.5,1,2\n"],
    ["of points below a comment", "a.xyz", "# survey\n8.5,54,-12\n8.6,54.2,-12.1\n"],
    ["in a text file", "a.txt", "n\tlon\tlat\nb\t8.5\t54\n"],
    ["with minutes and seconds", "a.csv", `n,lon,lat\nb,"8°30'00""E","N 54 00.000"\n`],
    ["with lists of decimal commas", "a.csv", 'n,lon,lat\nb,"8,5","54,0"\n'],
    ["with WKT", "a.csv", 'n,geom\nb,"SRID=4326;POINT Z (8.5 54 -3)"\n'],
    ["with GeoJSON", "a.csv", 'n,shape\nb,"{""type"":""Point"",""coordinates"":[8.5,54]}"\n'],
    ["of points without a header", "a.xyz", "8.5  54.0 -12.3\n8.6  54.2 -12\n"],
    ["in UTF-16", "a.csv", Buffer.from("\uFEFFn,lon,lat\nb,8.5,54\n", "utf16le")],
    ["of Excel", "a.csv", Buffer.from("Größe;Länge;Breite\nMüllheim Straße;8,5;54\n", "latin1")],
  ])("%s is placed", async (_kind, path, content) => {
    const { features } = await shown(path, content);
    const { geometry } = features[0] ?? {};
    expect(geometry).toMatchObject({ type: "Point" });
    expect(geometry?.type === "Point" && geometry.coordinates.slice(0, 2)).toEqual([8.5, 54]);
  });

  it("in another encoding keeps its letters and names the encoding", async () => {
    const { layer, features } = await shown("a.csv", Buffer.from("Größe;Länge;Breite\nMüllheim Straße;8,5;54\n", "latin1"));
    expect(layer).toMatchObject({ encoding: "windows-1252", attributes: ["Größe"] });
    expect(features[0]?.properties).toEqual({ Größe: "Müllheim Straße" });
  });

  it.each([
    ["n;lon;lat\nÖrebro;15;59\nGävle;17;60\nMalmö;13;55\n", "latin1", "windows-1252"],
    ["n;lon;lat\nÅrhus;10;56\n", "utf16le", "utf-16le"],
  ] as const)("%j in %s is read as %s", async (text, encoding, name) => {
    const { layer, features } = await shown("a.csv", Buffer.from(encoding === "utf16le" ? `\uFEFF${text}` : text, encoding));
    expect([layer.encoding, features[0]?.properties?.n]).toEqual([name, text.split(/[\n;]/)[3]]);
  });

  it("with WKT of several kinds becomes a mixed layer", async () => {
    const rows = [
      "LINESTRING (8 54, 9 55)",
      "POLYGON ((8 54, 9 54, 9 55, 8 54))",
      "MULTIPOINT ((8 54), (9 55))",
      "GEOMETRYCOLLECTION (POINT (8 54))",
    ];
    const { layer, features } = await shown("a.csv", `wkt\n${rows.map((row) => `"${row}"`).join("\n")}\n"POINT 8"\n`);
    expect(features.map(({ geometry }) => geometry.type)).toEqual(["LineString", "Polygon", "MultiPoint", "GeometryCollection"]);
    expect(layer).toMatchObject({ kind: "mixed", columns: { geometry: "wkt" }, notes: ["1 of 5 rows has no coordinates: row 6."] });
  });

  it("keeps both of two columns with one name, and lists rows without a place", async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `x,${index},,\n`).join("");
    const { layer, features } = await shown("a.csv", `n,n,lon,lat\n\nA,B,8,54\n,,,\nC,D,0,0\n${rows}`);
    expect(features.map(({ properties }) => properties)).toEqual([{ n: "A", n_1: "B" }]);
    expect(layer.notes).toEqual(
      [
        "1 of 14 rows has 0, 0 or -9999 in place of coordinates: row 5.",
        "12 of 14 rows have no coordinates: rows 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 2 more.",
      ].reverse(),
    );
  });

  it("without a header asks for its columns, and is placed with the answer", async () => {
    const content = "9.9937,53.5511,12.3\n10.1228,54.3233,8.1\n";
    expect((await describeOne("a.csv", content))?.question).toMatchObject({
      kind: "columns",
      columns: ["column 1", "column 2", "column 3"],
    });
    const columns = { longitude: "column 1", latitude: "column 2" };
    expect((await shown("a.csv", content, { columns })).features).toHaveLength(2);
  });

  it("in metres asks for its projection, and is converted with the answer", async () => {
    const content = "n,Rechtswert,Hochwert\nb,565811,5934018\n";
    const layer = await describeOne("a.csv", content);
    expect(layer).toMatchObject({ format: "gdal", kind: "points", bounds: null, attributes: ["n"] });
    expect(layer?.question).toMatchObject({ kind: "projection", likely: expect.arrayContaining(["EPSG:25832", "EPSG:3857"]) });
    const answered = await describeOne("a.csv", content, { projection: "EPSG:25832" });
    expect(answered).toMatchObject({ projection: "EPSG:25832", columns: { longitude: "Rechtswert", latitude: "Hochwert" } });
    expect(answered).not.toHaveProperty("question");
  });

  it.each([
    ["in the Arabian Sea", "n,lon,lat\nHamburg,53.55,9.99\n", [9.99, 53.55]],
    ["beyond the poles", "n,lon,lat\nSydney,-33.8,151.2\n", [151.2, -33.8]],
  ])("%s asks whether its coordinates are swapped", async (_place, content, swapped) => {
    expect((await describeOne("a.csv", content))?.question).toMatchObject({ kind: "swapped" });
    const { layer, features } = await shown("a.csv", content, { isSwapped: true });
    expect([layer.isSwapped, features[0]?.geometry]).toEqual([true, point(...swapped)]);
  });

  it.each([
    ["n;lon;lat\nb;9.993.682;53.551.086\n", 'No row of "a.csv" has numbers in its columns "lon" and "lat": row 2 has "9.993.682".'],
    ["n,Länge (m),Breite (m)\nb,20,5\n", '"a.csv" has no columns of coordinates'],
    ["n,address\nb,Quay 1\n", '"a.csv" has no columns of coordinates'],
    ["n,lon,lat\nb,9,99,53,55\n", 'Row 2 of "a.csv" has 5 values, but the header has 3.'],
  ])("is refused with what is wrong: %j", async (content, message) => {
    expect(await refusal("a.csv", content)).toContain(message);
  });

  it("is nothing for a text or a price list of an upload", async () => {
    expect(await describeOne("readme.txt", "x, y\nsome words\n")).toBeUndefined();
    expect(await describeOne("binary.txt", Buffer.from("lon,lat\n\0\0,3\n"))).toBeUndefined();
  });
});
