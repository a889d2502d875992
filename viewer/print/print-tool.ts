import { element } from "../element";
import { fileName, saveFile } from "../save-file";
import { cardButton } from "../tools/choice-fields";
import type { OpenTool } from "../tools/tool";
import { layoutPaper, type PaperLayout } from "./paper";
import { legendHeight, legendRows } from "./paper-legend";
import { loadPrintFonts } from "./print-fonts";
import { PrintForm } from "./print-form";
import { PrintFrame } from "./print-frame";
import { printPage } from "./print-page";
import { formatScale, metresPerPixel, zoomOfMetres, zoomOfScale } from "./scale";
import { CanvasSheet } from "./sheet";

const HINT = "Move the map until the frame shows what you want on paper.";
const NO_SCALE = "Type a scale from 1:500 to 1:20,000,000.";
const FAILED = "Choose a smaller paper or 150 dpi, and try again.";

/** Prints the map to a scale, as PDF or PNG. */
export const openPrint: OpenTool = (card, context) => {
  const { map } = context;
  const frame = new PrintFrame(map);
  const { measure } = new CanvasSheet(element("canvas"), 1);
  const form = new PrintForm(context.shownMap().title, change);
  const status = element("p", { className: "hint" });
  status.setAttribute("role", "status");
  const progress = element("progress", { hidden: true, ariaLabel: "Progress" });
  const cancel = cardButton("Cancel", () => printing?.abort());
  const print = cardButton("Print", () => void start());
  card.append(...form.parts, status, progress, element("div", { className: "actions" }, cancel, print));
  cancel.hidden = true;
  let printing: AbortController | undefined;

  /** Returns the page, and the scale of the map on it. */
  function page(): { layout: PaperLayout; scale: number; isFixed: boolean } | null {
    const chosen = form.scale();
    if (chosen === null) return null;
    const { lat } = map.getCenter();
    const zoom = chosen === "screen" ? map.getZoom() : zoomOfScale(chosen, lat);
    const paper = form.paper();
    const rows = legendRows(context.shownMap(), zoom);
    const layout = layoutPaper(paper, (width) => legendHeight(rows, width, 130, measure));
    if (chosen !== "screen") return { layout, scale: chosen, isFixed: true };
    const metres = frame.largest(layout.map.width / layout.map.height) * metresPerPixel(zoom, lat);
    return { layout, scale: (1000 * metres) / layout.map.width, isFixed: false };
  }

  function show(): void {
    const shown = page();
    print.disabled = shown === null;
    if (!printing) status.textContent = shown ? `${HINT} ${shown.isFixed ? "" : `The scale is ${formatScale(shown.scale)}.`}` : NO_SCALE;
    if (!shown) return;
    const { width, height } = shown.layout.map;
    const metres = (width * shown.scale) / 1000;
    frame.show(metres / metresPerPixel(map.getZoom(), map.getCenter().lat), width / height);
  }

  /** Shows another page, and moves the map so that it has the whole frame. */
  function change(): void {
    frame.makeRoom();
    const shown = page();
    if (shown?.isFixed) {
      const { width, height } = shown.layout.map;
      const metres = (width * shown.scale) / 1000;
      map.easeTo({ zoom: zoomOfMetres(metres / frame.largest(width / height), map.getCenter().lat) });
    }
    show();
  }

  async function start(): Promise<void> {
    const shown = page();
    if (!shown) return;
    printing = new AbortController();
    const { signal } = printing;
    setPrinting(true);
    let result = "";
    try {
      const fonts = await loadPrintFonts();
      const title = form.title.value.trim() || context.shownMap().title;
      const date = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
      const legend = legendRows(context.shownMap(), zoomOfScale(shown.scale, map.getCenter().lat));
      const content = { ...{ title, date, legend, scale: shown.scale, bearing: map.getBearing() }, attribution: "" };
      const format = form.format();
      const printed = { format, fonts, content, layout: shown.layout, resolution: form.resolution() };
      const file = await printPage(context, printed, (text) => (status.textContent = text), signal);
      const name = `${fileName(title)}.${format}`;
      saveFile(file, name);
      result = `${name} is ready.`;
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      result = signal.aborted ? "Printing is cancelled." : `The map can't be printed. ${message} ${FAILED}`;
    }
    printing = undefined;
    setPrinting(false);
    status.textContent = result;
  }

  function setPrinting(isPrinting: boolean): void {
    const hasFocus = card.contains(document.activeElement);
    progress.hidden = !isPrinting;
    cancel.hidden = !isPrinting;
    print.hidden = isPrinting;
    if (hasFocus) (isPrinting ? cancel : print).focus();
  }

  map.setPitch(0);
  map.on("move", show);
  map.on("resize", change);
  change();
  void loadPrintFonts().then(show, () => undefined);
  return () => {
    printing?.abort();
    map.off("move", show);
    map.off("resize", change);
    frame.remove();
  };
};
