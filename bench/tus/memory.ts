/**
 * Measures whether the web process needs more memory for larger uploads. Sends the same bytes over tus and in one request, small
 * and large, each to its own product.
 * `npx tsx bench/tus/memory.ts [MB of the large upload]` (on Linux, in a checkout that is built)
 */
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { withProduct } from "../setup/running-product";
import { type Target, upload, writeNoise } from "./upload";

const SAMPLE_MS = 20;
const MEBIBYTE = 1024 * 1024;
const CHUNK = 10 * MEBIBYTE;
const sizes = [200, Number(process.argv[2] ?? 2_000)];

/** Returns the current memory of the process in bytes. */
function residentMemory(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
}

/** Multipart as a browser sends it. The file is no ZIP, so the import fails after every byte was received. */
async function sendDirect({ origin, headers }: Target, size: number): Promise<void> {
  const boundary = "----bench";
  const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="zipFile"; filename="bench.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const head = Buffer.from(field("projectName", `Bench ${size}`) + field("description", "") + file);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request(`${origin}/upload-zip-direct`, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": `multipart/form-data; boundary=${boundary}`,
        "Content-Length": head.length + size + tail.length,
      },
    });
    sent.on("response", (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
    sent.write(head);
    void writeNoise(sent, size).then(() => sent.end(tail));
  });
  if (answer.status !== 200) throw new Error(`POST /upload-zip-direct was answered ${answer.status}: ${answer.text}`);
}

const ways: Readonly<Record<string, (target: Target, size: number) => Promise<unknown>>> = {
  "tus, 10 MiB chunks": (target, size) => upload(target, { chunk: CHUNK, size }),
  "tus, one PATCH": (target, size) => upload(target, { chunk: size, size }),
  direct: sendDirect,
};

/** @returns bytes: memory before the upload, and the maximum during it */
function measure(send: (target: Target, size: number) => Promise<unknown>, size: number): Promise<{ before: number; peak: number }> {
  return withProduct(async (product, target) => {
    const { pid } = product.find("web");
    // The first request loads and compiles code, so it does not count.
    await send(target, 50 * MEBIBYTE);
    const before = residentMemory(pid);
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, residentMemory(pid));
    }, SAMPLE_MS);
    await send(target, size);
    clearInterval(timer);
    return { before, peak };
  });
}

const table: Record<string, Record<string, string>> = {};
for (const [name, send] of Object.entries(ways)) {
  for (const megabytes of sizes) {
    const { before, peak } = await measure(send, megabytes * 1e6);
    const inMegabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
    table[`${name}, ${megabytes} MB`] = {
      "before MB": inMegabytes(before),
      "peak MB": inMegabytes(peak),
      "grown by MB": inMegabytes(peak - before),
    };
  }
}
console.table(table);
