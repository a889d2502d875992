import { readFile } from "node:fs/promises";
import { createCanvas } from "@napi-rs/canvas";
import { jsPDF } from "jspdf";
import { beforeAll, expect, it } from "vitest";
import { drawSheet, type PageContent } from "./draw-sheet";
import { layoutPaper, type Paper } from "./paper";
import { PdfSheet, type PrintFonts } from "./sheet";

const MM = 72 / 25.4;
const content: PageContent = {
  ...{ title: "Łeba – Ølhavn", date: "28 November 2026", attribution: "© Charts", scale: 25_000, bearing: 0 },
  legend: [[{ texts: ["Quays"], sign: { kind: "areas", colors: ["#4e79a7"] } }]],
};

let fonts: PrintFonts;
beforeAll(async () => {
  const read = async (name: string) => new Uint8Array(await readFile(`node_modules/@expo-google-fonts/inter/${name}`)).buffer;
  fonts = { regular: await read("400Regular/Inter_400Regular.ttf"), semibold: await read("600SemiBold/Inter_600SemiBold.ttf") };
});

/** Returns a picture that can only be written as PNG. */
function picture(): HTMLCanvasElement {
  const png = createCanvas(20, 10).toBuffer("image/png");
  return { toBlob: (done: BlobCallback) => done(new Blob([new Uint8Array(png)])) } as unknown as HTMLCanvasElement;
}

/** Draws a page, and returns the text of its PDF. */
async function draw(paper: Paper) {
  const layout = layoutPaper(paper, () => 30);
  const { width, height } = layout.page;
  const pdf = new jsPDF({
    unit: "mm",
    format: [width, height],
    orientation: width > height ? "landscape" : "portrait",
    putOnlyUsedFonts: true,
  });
  await drawSheet(new PdfSheet(pdf, fonts), layout, content, picture());
  return { layout, text: pdf.output() };
}

it.each([
  { paper: "a4", orientation: "landscape", hasLegend: true },
  { paper: "a3", orientation: "portrait", hasLegend: true },
] as const)("places the map of $paper $orientation to a hundredth of a millimetre", async (paper) => {
  const { layout, text } = await draw(paper);
  const [, pageWidth, pageHeight] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  expect(Number(pageWidth) / MM).toBeCloseTo(layout.page.width, 2);
  expect(Number(pageHeight) / MM).toBeCloseTo(layout.page.height, 2);
  const [width = 0, height = 0, x = 0, y = 0] = (/([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\s+\/I\d+ Do/.exec(text) ?? [])
    .slice(1)
    .map(Number);
  expect(width / MM).toBeCloseTo(layout.map.width, 2);
  expect(height / MM).toBeCloseTo(layout.map.height, 2);
  expect(x / MM).toBeCloseTo(layout.map.x, 2);
  expect(layout.page.height - (y + height) / MM).toBeCloseTo(layout.map.y, 2);
});

it("a printed page has a scale bar of 40 mm for 1 km at 1:25,000", async () => {
  const { text } = await draw({ paper: "a4", orientation: "landscape", hasLegend: false });
  // A quarter: a path of four corners.
  const quarters = [...text.matchAll(/([\d.]+) ([\d.]+) m\s+([\d.]+) \2 l\s+\3 [\d.]+ l\s+\1 [\d.]+ l\s+h\s+B/g)].map(
    ([, from, , to]) => [Number(from), Number(to)] as const,
  );
  expect(quarters).toHaveLength(4);
  const [from = 0, to = 0] = [quarters[0]?.[0], quarters[3]?.[1]];
  expect((to - from) / MM).toBeCloseTo(40, 2);
});

it("a printed PDF embeds only the letters that it uses, and its texts can be searched", async () => {
  const { text } = await draw({ paper: "a4", orientation: "landscape", hasLegend: true });
  expect(text).not.toContain("/BaseFont /Helvetica");
  expect(text.match(/\/Subtype \/CIDFontType2/g)).toHaveLength(2);
  for (const letter of "ŁØ©–") expect(text.toLowerCase()).toContain(`<${letter.charCodeAt(0).toString(16).padStart(4, "0")}>`);
});
