import type { jsPDF } from "jspdf";
import type { Box } from "./paper";
import { type MeasureText, POINT_MM } from "./paper-text";

export interface TextStyle {
  /** Points. */
  size: number;
  isBold?: boolean;
  color?: string;
  align?: "left" | "right" | "center";
}

export interface Paint {
  fill?: string;
  stroke?: string;
  /** Millimetres. */
  width?: number;
}

/** A page that is drawn in millimetres. */
export interface Sheet {
  readonly measure: MeasureText;
  /** Writes a line. @param y of the line on which its letters stand */
  text(text: string, x: number, y: number, style: TextStyle): void;
  shape(points: readonly (readonly [number, number])[], paint: Paint): void;
  circle(x: number, y: number, radius: number, fill: string): void;
  image(canvas: HTMLCanvasElement, box: Box): Promise<void>;
}

export const INK = "#0c1b2b";
/** Letters of printed maps, normal and semibold. */
export interface PrintFonts {
  regular: ArrayBuffer;
  semibold: ArrayBuffer;
}
/** Of both kinds of sheets. */
export const FONT = "Inter Print";
const THIN = 0.2;
/** Small letters have rounded widths. */
const MEASURED_PIXELS = 100;

/** Returns the bytes of a picture as PNG. @throws Error when it is too large for the browser */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser can't write a picture of this size.");
  return blob;
}

/** A page of a PDF. Texts and shapes stay texts and shapes. */
export class PdfSheet implements Sheet {
  constructor(
    private readonly document: jsPDF,
    { regular, semibold }: PrintFonts,
  ) {
    for (const [name, bytes] of Object.entries({ normal: regular, bold: semibold })) {
      document.addFileToVFS(`${name}.ttf`, binaryString(new Uint8Array(bytes)));
      document.addFont(`${name}.ttf`, FONT, name);
    }
  }

  measure: MeasureText = (text, size, isBold = false) => {
    this.document.setFont(FONT, isBold ? "bold" : "normal").setFontSize(size);
    return this.document.getTextWidth(text);
  };

  text(text: string, x: number, y: number, { size, isBold = false, color = INK, align = "left" }: TextStyle): void {
    this.document
      .setFont(FONT, isBold ? "bold" : "normal")
      .setFontSize(size)
      .setTextColor(color);
    this.document.text(text, x, y, { align });
  }

  shape(points: readonly (readonly [number, number])[], { fill, stroke, width = THIN }: Paint): void {
    const [[x, y] = [0, 0], ...rest] = points;
    const steps = rest.map(([toX, toY], index) => [toX - (points[index]?.[0] ?? 0), toY - (points[index]?.[1] ?? 0)]);
    if (fill) this.document.setFillColor(fill);
    if (stroke) this.document.setDrawColor(stroke).setLineWidth(width);
    this.document.lines(steps, x, y, [1, 1], `${fill ? "F" : ""}${stroke ? "D" : ""}`, true);
  }

  circle(x: number, y: number, radius: number, fill: string): void {
    this.document.setFillColor(fill).circle(x, y, radius, "F");
  }

  async image(canvas: HTMLCanvasElement, { x, y, width, height }: Box): Promise<void> {
    const bytes = new Uint8Array(await (await pngOf(canvas)).arrayBuffer());
    this.document.addImage(bytes, "PNG", x, y, width, height, "map", "FAST");
  }
}

/** Returns bytes as jsPDF takes them. */
function binaryString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 32_768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)));
  return parts.join("");
}

/** A page of pixels. */
export class CanvasSheet implements Sheet {
  private readonly context: CanvasRenderingContext2D;

  /** @param canvas in which {@link FONT} can be written @param scale pixels of a millimetre */
  constructor(
    canvas: HTMLCanvasElement,
    private readonly scale: number,
  ) {
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("The browser can't draw a picture of this size.");
    this.context = context;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(scale, scale);
  }

  measure: MeasureText = (text, size, isBold = false) => {
    this.setFont(MEASURED_PIXELS, isBold);
    return (this.context.measureText(text).width * size * POINT_MM) / MEASURED_PIXELS;
  };

  text(text: string, x: number, y: number, { size, isBold = false, color = INK, align = "left" }: TextStyle): void {
    const { context, scale } = this;
    context.save();
    context.resetTransform();
    this.setFont(size * POINT_MM * scale, isBold);
    context.fillStyle = color;
    context.textAlign = align;
    context.fillText(text, x * scale, y * scale);
    context.restore();
  }

  shape(points: readonly (readonly [number, number])[], { fill, stroke, width = THIN }: Paint): void {
    this.context.beginPath();
    for (const [x, y] of points) this.context.lineTo(x, y);
    this.context.closePath();
    if (fill) {
      this.context.fillStyle = fill;
      this.context.fill();
    }
    if (stroke) {
      this.context.strokeStyle = stroke;
      this.context.lineWidth = width;
      this.context.stroke();
    }
  }

  circle(x: number, y: number, radius: number, fill: string): void {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fillStyle = fill;
    this.context.fill();
  }

  image(canvas: HTMLCanvasElement, { x, y }: Box): Promise<void> {
    const { context, scale } = this;
    context.save();
    context.resetTransform();
    // On whole pixels, so that they are not mixed.
    context.drawImage(canvas, Math.round(x * scale), Math.round(y * scale));
    context.restore();
    return Promise.resolve();
  }

  private setFont(pixels: number, isBold: boolean): void {
    this.context.font = `${isBold ? 600 : 400} ${pixels}px "${FONT}"`;
  }
}
