import { randomBytes } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";

/** A tus server, and the headers that authorize the client. */
export interface Target {
  origin: string;
  headers: Record<string, string>;
}

const MEBIBYTE = 1024 * 1024;

/** One buffer, sent repeatedly, so that neither disk nor compression on the client's side affects the result. */
const noise = randomBytes(10 * MEBIBYTE);

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Writes `size` bytes to a request as fast as it accepts them. */
export async function writeNoise(sent: NodeJS.WritableStream, size: number): Promise<void> {
  for (let left = size; left > 0; left -= noise.length) {
    if (!sent.write(noise.subarray(0, left))) await new Promise((resolve) => sent.once("drain", resolve));
  }
}

/** @throws Error for a status other than 204 */
async function patch(address: URL, { headers }: Target, offset: number, size: number): Promise<void> {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(address, {
      method: "PATCH",
      agent,
      headers: {
        ...headers,
        "Tus-Resumable": "1.0.0",
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": size,
      },
    });
    sent.on("response", (response: IncomingMessage) => response.resume().on("end", () => resolve(response.statusCode)));
    sent.on("error", reject);
    void writeNoise(sent, size).then(() => sent.end());
  });
  if (status !== 204) throw new Error(`PATCH ${address.pathname} was answered ${status}.`);
}

export interface Sending {
  /** Bytes of one PATCH. */
  chunk: number;
  /** Bytes of the upload. */
  size: number;
}

/**
 * Sends one upload over tus.
 * @returns its URL, and the seconds of its PATCH requests
 */
export async function upload(target: Target, { chunk, size }: Sending): Promise<{ address: URL; seconds: number }> {
  const created = await fetch(`${target.origin}/files/`, {
    method: "POST",
    headers: {
      ...target.headers,
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(size),
      "Upload-Metadata": `filename ${Buffer.from("bench.zip").toString("base64")}`,
    },
  });
  const address = new URL(created.headers.get("location") ?? "", target.origin);
  if (created.status !== 201) throw new Error(`POST /files/ was answered ${created.status}.`);
  const started = performance.now();
  for (let offset = 0; offset < size; offset += chunk) await patch(address, target, offset, Math.min(chunk, size - offset));
  return { address, seconds: (performance.now() - started) / 1000 };
}

/** Deletes an upload, so that the disk does not fill up. */
export async function remove({ headers }: Target, address: URL): Promise<void> {
  await fetch(address, { method: "DELETE", headers: { ...headers, "Tus-Resumable": "1.0.0" } });
}
