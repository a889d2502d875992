import { createCanvas } from "@napi-rs/canvas";
import type { Page } from "@playwright/test";

/** Draws a PNG image whose right half is transparent. */
export function sampleImage(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0f766e";
  context.fillRect(0, 0, width / 2, height);
  return canvas.toBuffer("image/png");
}

/** Returns two seconds of silence as a WAVE file. */
export function sampleSound(): Buffer {
  const samples = Buffer.alloc(16_000, 0x80);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Records a few frames as WebM in the page's browser. */
export async function sampleVideo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: "video/webm;codecs=vp8" });
    const parts: Blob[] = [];
    const ended = new Promise<void>((resolve) => {
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = () => resolve();
    });
    recorder.start();
    for (let step = 0; step < 12; step += 1) {
      if (context) context.fillStyle = `hsl(${step * 30}, 60%, 50%)`;
      context?.fillRect(0, 0, 300, 150);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
}
