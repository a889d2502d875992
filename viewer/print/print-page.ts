import type { ToolContext } from "../tools/tool";
import { drawSheet, type PageContent } from "./draw-sheet";
import type { PaperLayout } from "./paper";
import { withResolution } from "./png-resolution";
import { renderMap } from "./render-map";
import { PIXEL_MM, zoomOfScale } from "./scale";
import { CanvasSheet, PdfSheet, type PrintFonts, pngOf } from "./sheet";

export const INCH = 25.4;

export interface PrintedPage {
  format: "pdf" | "png";
  layout: PaperLayout;
  content: PageContent;
  /** Pixels of an inch. */
  resolution: number;
  fonts: PrintFonts;
}

async function writePdf({ layout, content, fonts }: PrintedPage, picture: HTMLCanvasElement): Promise<Blob> {
  const { jsPDF } = await import("jspdf");
  const { width, height } = layout.page;
  const pdf = new jsPDF({
    unit: "mm",
    format: [width, height],
    orientation: width > height ? "landscape" : "portrait",
    compress: true,
    putOnlyUsedFonts: true,
  });
  pdf.setProperties({ title: content.title, creator: "Sea-Vision" });
  await drawSheet(new PdfSheet(pdf, fonts), layout, content, picture);
  return pdf.output("blob");
}

async function writePng({ layout, content, resolution }: PrintedPage, picture: HTMLCanvasElement): Promise<Blob> {
  const scale = resolution / INCH;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(layout.page.width * scale);
  canvas.height = Math.round(layout.page.height * scale);
  await drawSheet(new CanvasSheet(canvas, scale), layout, content, picture);
  return withResolution(await pngOf(canvas), resolution);
}

/** Draws a page and returns it as a file. @param onStep gets what is done, for the visitor @throws Error when WebGL can't draw the map */
export async function printPage(
  { map, styleIn }: Pick<ToolContext, "map" | "styleIn">,
  page: PrintedPage,
  onStep: (text: string) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { layout, content, resolution, format } = page;
  const center = map.getCenter();
  // Paper is light, also when the screen is dark.
  const { style, attribution } = await styleIn(false);
  signal.throwIfAborted();
  const picture = await renderMap(
    {
      ...{ style, center, bearing: map.getBearing(), zoom: zoomOfScale(content.scale, center.lat) },
      width: Math.round((layout.map.width * resolution) / INCH),
      height: Math.round((layout.map.height * resolution) / INCH),
      ratio: (resolution * PIXEL_MM) / INCH,
    },
    (part, parts) => onStep(parts === 1 ? "Drawing the map…" : `Drawing part ${part} of ${parts} of the map…`),
    signal,
  );
  onStep(format === "pdf" ? "Writing the PDF…" : "Writing the picture…");
  const drawn = { ...page, content: { ...content, attribution } };
  const file = await (format === "pdf" ? writePdf : writePng)(drawn, picture);
  signal.throwIfAborted();
  return file;
}
