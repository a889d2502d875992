import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Colours may differ by this much from map.json's: the canvas blends edges. */
const TOLERANCE = 12;

/** A colour as red, green and blue, 0 to 255. */
type Color = readonly [number, number, number];

const toColor = (hex: string): Color => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color;

interface Pixels {
  count: number;
  /** The middle of the found pixels, from the top left corner of the canvas. Pixels of CSS. */
  x: number;
  y: number;
}

/** Page object of a map of data, in a tab or in a frame. */
export class DataMapScreen {
  private readonly canvas: Locator;

  constructor(private readonly map: Page | FrameLocator) {
    this.canvas = map.locator("canvas.maplibregl-canvas");
  }

  /** Waits until everything in the view is drawn. */
  async drawn(): Promise<void> {
    await expect(this.map.locator("html")).toHaveAttribute("data-state", "ready", { timeout: 60_000 });
  }

  layer(name: string, { exact = false } = {}): Locator {
    return this.map.getByRole("checkbox", { name, exact });
  }

  get popup(): Locator {
    return this.map.getByRole("region", { name: "Feature" });
  }

  /** Returns the pixels of the canvas that have a colour, or with null any other than the background's. */
  pixels(hex: string | null): Promise<Pixels> {
    return this.canvas.evaluate(
      (canvas: HTMLCanvasElement, { color, tolerance }) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext("2d");
        if (!context) throw new Error("The canvas can't be read.");
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const wanted = color ?? data.slice(0, 3);
        let [count, x, y] = [0, 0, 0];
        for (let at = 0; at < data.length; at += 4) {
          const isNear = [0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)) <= tolerance);
          if (isNear === (color === null)) continue;
          count += 1;
          x += (at / 4) % canvas.width;
          y += Math.floor(at / 4 / canvas.width);
        }
        const scale = canvas.clientWidth / canvas.width;
        return { count, x: (x / count) * scale, y: (y / count) * scale };
      },
      { color: hex === null ? null : toColor(hex), tolerance: TOLERANCE },
    );
  }

  /** Waits until the canvas shows a colour, or with null anything. */
  async shows(hex: string | null): Promise<void> {
    await expect.poll(async () => (await this.pixels(hex)).count, { timeout: 30_000 }).toBeGreaterThan(20);
  }

  async hides(hex: string | null): Promise<void> {
    await expect.poll(async () => (await this.pixels(hex)).count, { timeout: 30_000 }).toBe(0);
  }

  async click(position: { x: number; y: number }): Promise<void> {
    await this.canvas.click({ position });
  }
}
