import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { expect } from "vitest";
import { blobStore } from "@/lib/blobs/open";
import { blobKeySchema } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import { projectImage } from "@/server/uploads/project-image";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";

export interface ImageAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ImageServer {
  port: number;
  request(path: string, call?: { method?: string; headers?: Record<string, string>; body?: Buffer }): Promise<ImageAnswer>;
  close(): Promise<void>;
}

/** Starts the web server with the thumbnail handler and without pages. */
export async function startImageServer(): Promise<ImageServer> {
  const server = new HttpServer();
  const noPages = () => Promise.reject(new Error("This server has no pages."));
  await server.listen(0, dispatch([projectImage], noPages));
  const { port } = server.node.address() as AddressInfo;
  return {
    port,
    request(path, { method = "GET", headers = {}, body } = {}) {
      const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
      return new Promise((resolve, reject) => {
        sent.on("error", reject);
        sent.on("response", (response) => {
          const { statusCode: status = 0, headers: received } = response;
          buffer(response).then((read) => resolve({ status, headers: received, body: read }), reject);
        });
        sent.end(body);
      });
    },
    close: () => server.close(),
  };
}

export const addressOf = (projectId: string) => `/api/project/image/${projectId}`;

export async function putThumbnail(
  server: ImageServer,
  projectId: string,
  body: Buffer,
  type = "image/png",
  headers: Record<string, string> = {},
) {
  const answer = await server.request(addressOf(projectId), { method: "PUT", headers: { ...headers, "content-type": type }, body });
  return { status: answer.status, json: JSON.parse(answer.body.toString()) as { message: string } };
}

/** Expects every blob to have its bytes and to be used by a project. */
export async function expectNoOrphans(): Promise<void> {
  const used = (await db().project.findMany({ where: { imageBlobKey: { not: null } } })).map(({ imageBlobKey }) => imageBlobKey);
  const blobs = await db().blob.findMany();
  expect(blobs.map(({ key }) => key).sort()).toEqual(used.sort());
  for (const { key, size } of blobs) expect(await blobStore().size(blobKeySchema.parse(key))).toBe(Number(size));
}

/** Draws an image with a red left half and a blue right half. */
export function drawHalves(width: number, height: number, type: "png" | "jpeg" | "webp" = "png"): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#d00000";
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = "#0000d0";
  context.fillRect(width / 2, 0, width / 2, height);
  return type === "png" ? canvas.encode("png") : canvas.encode(type, 90);
}

export interface DecodedImage {
  width: number;
  height: number;
  /** Returns red, green and blue of a point, each from 0 to 255. @param x, y from 0 to 1 */
  colorAt(x: number, y: number): [number, number, number];
  largestShare: number;
}

export async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return {
    width,
    height,
    colorAt(x, y) {
      const at = (Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width))) * 4;
      return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    },
    largestShare: Math.max(...counts.values()) / (width * height),
  };
}
