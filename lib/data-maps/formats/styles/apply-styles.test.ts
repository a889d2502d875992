import { describe, expect, it } from "vitest";
import { craftZip } from "@/tests/setup/craft-zip";
import { dataMapSchema } from "../../schema";
import { composeMap, replaceLayers } from "../compose-map";
import type { DataFile, FoundLayer } from "../data-file";
import { describeFiles } from "../describe-files";
import { applyStyles } from "./apply-styles";

const fileOf = (path: string, content: string | Uint8Array): DataFile => {
  const bytes = new Uint8Array(Buffer.from(content as string));
  return { path, size: bytes.length, read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)) };
};

const layerOf = (file: string, found: Partial<FoundLayer> = {}): FoundLayer => ({
  ...{ name: file, file, format: "geojson", kind: "points", bounds: [8, 54, 9, 55], minZoom: 0 },
  attributes: ["kind", "depth", "name"],
  ...found,
});

const DOCTYPE = "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>";
const option = ([name, value]: [string, string]) => `<Option name="${name}" type="QString" value="${value}"/>`;
const part = (kind: string, settings: Record<string, string>) =>
  `<layer class="${kind}" enabled="1"><Option type="Map">${Object.entries(settings).map(option).join("")}</Option></layer>`;
const marker = (color: string, size = "2") => part("SimpleMarker", { color, size, size_unit: "MM" });
const symbol = (name: number, parts: string, alpha = 1) => `<symbol type="marker" name="${name}" alpha="${alpha}">${parts}</symbol>`;
const renderer = (type: string, inner: string, ...parts: string[]) =>
  `<renderer-v2 type="${type}" attr="${type.startsWith("grad") ? "depth" : "kind"}">${inner}<symbols>${parts.map((one, index) => symbol(index, one)).join("")}</symbols></renderer-v2>`;
const RED = marker("255,0,0,255,rgb:1,0,0,1");
const BLUE = marker("0,0,255,255");
const single = renderer("singleSymbol", "", RED);
const qml = (content: string, attributes = "") => `${DOCTYPE}<qgis version="3.34.4" ${attributes}>${content}</qgis>`;

/** Gives a layer of points the style of a file next to it. */
async function styledBy(content: string, ending = "qml", found: Partial<FoundLayer> = {}) {
  const [layer] = await applyStyles([layerOf("buoys.geojson", found)], [fileOf(`buoys.${ending}`, content)], {});
  return { style: layer?.style, notes: layer?.notes };
}

describe("a QML file next to data", () => {
  it("gives the layer its colour, opacity and size", async () => {
    const { style, notes } = await styledBy(qml(`${single}<layerOpacity>0.5</layerOpacity>`));
    expect(style).toEqual({ color: "#ff0000", width: 1.19, opacity: 0.5, usesFileStyle: false });
    expect(notes).toBeUndefined();
  });

  it("gives lines their width in pixels and their dashes, also as QGIS 2 wrote them", async () => {
    const line = `<layer class="SimpleLine"><prop k="line_color" v="0,128,0,255"/><prop k="line_width" v="1"/><prop k="line_style" v="dash"/></layer>`;
    const { style } = await styledBy(qml(renderer("singleSymbol", "", line)), "qml", { kind: "lines" });
    expect(style).toMatchObject({ color: "#008000", width: 3.78, linePattern: "dashed" });
  });

  it("gives areas without a fill the colour of their outline", async () => {
    const fill = part("SimpleFill", {
      color: "1,2,3,255",
      style: "no",
      outline_color: "0,0,0,255",
      outline_width: "2",
      outline_width_unit: "Pixel",
    });
    expect((await styledBy(qml(renderer("singleSymbol", "", fill)))).style).toMatchObject({ color: "#000000", width: 2 });
  });

  it("gives categories with their names, and a colour for all others", async () => {
    const categories = `<categories><category symbol="0" value="quay" label="Quays" type="string"/><category symbol="1" value="7" label="7" type="integer"/>
      <category symbol="1" value="" label=""/></categories>`;
    const { style } = await styledBy(qml(renderer("categorizedSymbol", categories, RED, BLUE)));
    expect(style?.colorBy).toEqual({
      kind: "categories",
      attribute: "kind",
      categories: [
        { value: "quay", color: "#ff0000", name: "Quays" },
        { value: 7, color: "#0000ff" },
      ],
      other: "#0000ff",
    });
  });

  it("leaves out categories that QGIS doesn't draw, and takes each value of a list", async () => {
    const categories = `<categories><category symbol="0" render="true"><val type="string" value="a"/><val type="string" value="b"/></category>
      <category symbol="1" value="c" render="false"/></categories>`;
    const { style } = await styledBy(qml(renderer("categorizedSymbol", categories, RED, BLUE)));
    expect(style?.colorBy).toMatchObject({ categories: [{ value: "a" }, { value: "b" }], other: null });
  });

  it("gives classes of a number", async () => {
    const ranges = `<ranges><range symbol="1" lower="5.000" upper="10.0"/><range symbol="0" lower="0" upper="5.0"/></ranges>`;
    const { style } = await styledBy(qml(renderer("graduatedSymbol", ranges, RED, BLUE)));
    expect(style?.colorBy).toEqual({ kind: "classes", attribute: "depth", limits: [5], colors: ["#ff0000", "#0000ff"] });
  });

  it("gives clusters and heat maps", async () => {
    expect((await styledBy(qml(`<renderer-v2 type="pointCluster">${single}</renderer-v2>`))).style).toMatchObject({
      pointStyle: "clusters",
      color: "#ff0000",
    });
    expect((await styledBy(qml(`<renderer-v2 type="heatmapRenderer"/>`))).style).toMatchObject({ pointStyle: "heatmap" });
  });

  it("gives labels of an attribute, and the zooms between which the layer is shown", async () => {
    const labels = `<labeling type="simple"><settings><text-style fieldName="name" isExpression="0" fontSize="9" fontSizeUnit="Point" textColor="10,20,30,255">
      <text-buffer bufferDraw="1" bufferColor="250,250,250,255"/></text-style></settings></labeling>`;
    const { style } = await styledBy(
      qml(single + labels, `labelsEnabled="1" hasScaleBasedVisibilityFlag="1" minScale="288896" maxScale="0"`),
    );
    expect(style).toMatchObject({ label: "name", labelStyle: { size: 12, colors: { text: "#0a141e", halo: "#fafafa" } }, minZoom: 10 });
  });

  it.each([
    ["a rule-based style", `<renderer-v2 type="RuleRenderer"/>`, "its rule-based style"],
    ["a pattern above a colour", renderer("singleSymbol", "", RED + part("SVGFill", {})), "parts of its symbols"],
    [
      "labels by an expression",
      `${single}<labeling type="simple"><settings><text-style fieldName="name || kind" isExpression="1"/></settings></labeling>`,
      "its labels by an expression",
    ],
    [
      "an attribute that the data lacks",
      renderer("categorizedSymbol", `<categories><category symbol="0" value="a"/></categories>`, RED).replace('"kind"', '"typ"'),
      'its colours by "typ"',
    ],
    [
      "more classes than a map has",
      renderer(
        "graduatedSymbol",
        `<ranges>${Array.from({ length: 10 }, (_, at) => `<range symbol="0" upper="${at}"/>`).join("")}</ranges>`,
        RED,
      ),
      "its 10 classes",
    ],
  ])("says that %s can't be taken over", async (_what, content, missing) => {
    expect((await styledBy(qml(content))).notes).toEqual([`buoys.geojson: ${missing} can't be taken over.`]);
  });

  it.each([
    ["damaged XML", "<qgis><renderer", /"buoys\.qml" isn't valid XML/],
    ["entities", `<!DOCTYPE a [<!ENTITY b "c">]><qgis>&b;</qgis>`, /"buoys\.qml" declares a document type \(DOCTYPE\) with entities/],
    ["deep elements", "<a>".repeat(5_000) + "</a>".repeat(5_000), /nests elements more than 100 deep/],
  ])("shows the layer without its style when it has %s, and says why", async (_what, content, problem) => {
    const { style, notes } = await styledBy(content);
    expect([style, notes]).toEqual([undefined, [expect.stringMatching(problem)]]);
  });
});

describe("an SLD file next to data", () => {
  const sld = (rules: string) =>
    `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se" xmlns:ogc="http://www.opengis.net/ogc" version="1.1.0">
      <NamedLayer><UserStyle><se:FeatureTypeStyle>${rules}</se:FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
  const fill = (color: string) =>
    `<se:PointSymbolizer><se:Graphic><se:Mark><se:Fill><se:SvgParameter name="fill">${color}</se:SvgParameter></se:Fill></se:Mark><se:Size>14</se:Size></se:Graphic></se:PointSymbolizer>`;
  const rule = (filter: string, color: string, title = "") =>
    `<se:Rule><se:Name>${title}</se:Name>${filter && `<ogc:Filter>${filter}</ogc:Filter>`}${fill(color)}</se:Rule>`;
  const test = (operator: string, name: string, value: string) =>
    `<ogc:${operator}><ogc:PropertyName>${name}</ogc:PropertyName><ogc:Literal>${value}</ogc:Literal></ogc:${operator}>`;

  it("gives one colour and labels", async () => {
    const text = "<se:Rule><se:TextSymbolizer><se:Label><ogc:PropertyName>name</ogc:PropertyName></se:Label></se:TextSymbolizer></se:Rule>";
    const { style, notes } = await styledBy(sld(rule("", "#FF0000") + text), "sld");
    expect(style).toMatchObject({ color: "#ff0000", width: 3.33, label: "name", usesFileStyle: false });
    expect(notes).toBeUndefined();
  });

  it("gives categories of rules for one value each", async () => {
    const other = `<se:Rule><se:ElseFilter/>${fill("#999999")}</se:Rule>`;
    const rules =
      rule(test("PropertyIsEqualTo", "kind", "quay"), "#ff0000", "Quays") +
      rule(test("PropertyIsEqualTo", "kind", "pier"), "#0000ff") +
      other;
    expect((await styledBy(sld(rules), "sld")).style?.colorBy).toEqual({
      kind: "categories",
      attribute: "kind",
      categories: [
        { value: "quay", color: "#ff0000", name: "Quays" },
        { value: "pier", color: "#0000ff" },
      ],
      other: "#999999",
    });
  });

  it("gives classes of rules for ranges of a number", async () => {
    const range = (from: string, to: string) =>
      `<ogc:And>${test("PropertyIsGreaterThanOrEqualTo", "depth", from)}${test("PropertyIsLessThan", "depth", to)}</ogc:And>`;
    const rules = rule(range("5", "10"), "#0000ff") + rule(range("0", "5"), "#ff0000");
    expect((await styledBy(sld(rules), "sld")).style?.colorBy).toEqual({
      kind: "classes",
      attribute: "depth",
      limits: [5],
      colors: ["#ff0000", "#0000ff"],
    });
  });

  it("says that rules about several attributes can't be taken over", async () => {
    const rules = rule(test("PropertyIsEqualTo", "kind", "quay"), "#ff0000") + rule(test("PropertyIsEqualTo", "name", "a"), "#0000ff");
    expect(await styledBy(sld(rules), "sld")).toEqual({ style: {}, notes: ["buoys.geojson: its rules can't be taken over."] });
  });
});

interface ProjectLayer {
  id: string;
  source: string;
  style?: string;
  checked?: boolean;
}

const project = (layers: readonly ProjectLayer[]) =>
  qml(`<layer-tree-group>${layers
    .map(
      ({ id, checked = true }) =>
        `<layer-tree-group checked="Qt::Checked"><layer-tree-layer id="${id}" checked="Qt::${checked ? "Checked" : "Unchecked"}"/></layer-tree-group>`,
    )
    .join("")}</layer-tree-group>
    <projectlayers>${layers
      .map(
        ({ id, source, style = single }) =>
          `<maplayer><id>${id}</id><datasource>${source}</datasource><layername>${id.toUpperCase()}</layername>${style}</maplayer>`,
      )
      .join("")}</projectlayers>`);

const areas = layerOf("data/areas.geojson", { kind: "areas" });
const buoys = layerOf("buoys.geojson");
const harbour = layerOf("data/harbour.gpkg", { format: "gdal", kind: "mixed", attributes: [] });

describe("a QGIS project next to data", () => {
  const content = project([
    { id: "areas", source: "./data/areas.geojson" },
    { id: "osm", source: "type=xyz&amp;url=https://tile.example/{z}/{x}/{y}.png", style: "" },
    { id: "quays", source: "./data/harbour.gpkg|layername=quays", checked: false },
    { id: "berths", source: "C:/work/harbour.gpkg|layername=berths|subset=a", style: `<renderer-v2 type="RuleRenderer"/>` },
  ]);

  it.each([
    ["plain", "map.qgs", content],
    ["in a ZIP", "map.qgz", craftZip([{ name: "map.qgs", data: Buffer.from(content), method: 8 }])],
  ])("gives its layers names, order and styles when it is %s", async (_kind, name, file) => {
    const layers = await applyStyles([buoys, harbour, areas], [fileOf(name, file)], {});
    const map = composeMap({ title: "Harbour", layers, former: null, basemap: "world" });
    expect(map.layers.map(({ file: path }) => path)).toEqual(["buoys.geojson", "data/areas.geojson", "data/harbour.gpkg"]);
    expect(map.layers[1]).toMatchObject({ name: "AREAS", color: "#ff0000" });
    expect(layers[0]?.notes).toEqual([`Layers of "${name}" without a file in the upload are left out: "OSM".`]);
    expect(layers.find((layer) => layer.file === harbour.file)?.notes).toEqual(["BERTHS: its rule-based style can't be taken over."]);
    expect(dataMapSchema.safeParse(map).success).toBe(true);
  });

  it("gives the layers of a converted file their names, visibility and styles in the order of the project", async () => {
    const results = ["berths", "quays"].map((table) =>
      layerOf(`layers/data/harbour.gpkg/${table}.fgb`, { format: "flatgeobuf", kind: "lines" }),
    );
    const origins = Object.fromEntries(
      results.map(({ file }, index) => [file, { file: harbour.file, table: ["berths", "quays"][index] ?? "" }]),
    );
    const convertedFrom = { file: harbour.file, revision: "1" };
    const layers = (await applyStyles(results, [fileOf("map.qgs", content)], origins)).map((layer) => ({ ...layer, convertedFrom }));
    const before = composeMap({ title: "Harbour", layers: [harbour], former: null, basemap: "world" });
    const map = replaceLayers(before, harbour.file, layers);
    expect(map.layers).toMatchObject([
      { name: "QUAYS", visible: false, color: "#ff0000", usesFileStyle: false },
      { name: "BERTHS", visible: true, notes: ["BERTHS: its rule-based style can't be taken over."] },
    ]);
    const changed = { ...map, layers: map.layers.map((layer) => ({ ...layer, color: "#123456" })) };
    expect(replaceLayers(changed, harbour.file, layers).layers.map(({ color }) => color)).toEqual(["#123456", "#123456"]);
  });

  it("doesn't hold up the upload when the address of a file has a wrong escape, and says so", async () => {
    const text = project([{ id: "areas", source: "file:///data/areas%zz.geojson" }]);
    expect(await applyStyles([areas], [fileOf("map.qgs", text)], {})).toMatchObject([{ notes: ['"map.qgs" can\'t be read as a style.'] }]);
  });

  it("doesn't hold up the upload when it can't be read, and says so", async () => {
    const bytes = JSON.stringify({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [8.1, 54] } });
    const layers = await describeFiles([fileOf("buoys.geojson", bytes), fileOf("map.qgz", "PK no archive")]);
    expect(layers).toMatchObject([{ name: "Buoys", notes: [expect.stringContaining('"map.qgz" can\'t be read as a QGIS project')] }]);
  });
});
