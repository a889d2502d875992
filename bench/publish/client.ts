import { createReadStream } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { Archive } from "./archives";

/** Interval at which the client checks whether the map is online. */
const ASK_MS = 50;

export interface Access {
  /** Origin of the application. */
  origin: string;
  headers: Record<string, string>;
}

/** A map that is open in a visitor's browser. */
export interface OpenMap {
  /** URL of its first page, with a slash at the end. */
  address: URL;
  cookie: string;
}

export async function signIn(origin: string, email: string, password: string): Promise<Access> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = z.object({ token: z.string() }).parse(await response.json());
  return { origin, headers: { Authorization: `Bearer ${token}` } };
}

/** Sends the archive over tus in one piece. @returns the id of the upload */
export function upload(access: Access, { file, size, name }: Archive): Promise<string> {
  return uploadFile(access, { file, size, name: `${name}.zip` });
}

interface SentFile {
  /** Path on this machine. */
  file: string;
  /** Bytes. */
  size: number;
  name: string;
}

/** Sends a file over tus in one piece. @returns the id of the upload */
export async function uploadFile({ origin, headers }: Access, { file, size, name }: SentFile): Promise<string> {
  const tus = { ...headers, "Tus-Resumable": "1.0.0" };
  const metadata = `filename ${Buffer.from(name).toString("base64")}`;
  const created = await fetch(`${origin}/files/`, {
    method: "POST",
    headers: { ...tus, "Upload-Length": String(size), "Upload-Metadata": metadata },
  });
  const address = new URL(created.headers.get("location") ?? "", origin);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(address, {
      method: "PATCH",
      headers: { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream", "Content-Length": size },
    });
    sent.on("response", (response: IncomingMessage) => response.resume().on("end", () => resolve(response.statusCode)));
    sent.on("error", reject);
    createReadStream(file).pipe(sent);
  });
  if (status !== 204) throw new Error(`The upload ended with ${status}.`);
  return address.pathname.split("/").at(-1) ?? "";
}

/** @returns the project's safe name */
export async function extract({ origin, headers }: Access, projectName: string, uploadId: string): Promise<string> {
  const response = await fetch(`${origin}/extract-tus-zip`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ projectName, description: "", uploadId }),
  });
  if (!response.ok) throw new Error(`The extract call was answered ${response.status}: ${await response.text()}`);
  return z.object({ safeName: z.string() }).parse(await response.json()).safeName;
}

const progressSchema = z.object({ status: z.string(), error: z.string().nullable(), timeElapsed: z.number() });

export async function readProgress({ origin, headers }: Access, safeName: string): Promise<z.infer<typeof progressSchema>> {
  const response = await fetch(`${origin}/extraction-progress/${safeName}`, { headers });
  return progressSchema.parse(await response.json());
}

/** Opens the map with its ticket, as a browser does. Null while there is no map. */
async function tryToOpen({ origin, headers }: Access, safeName: string): Promise<OpenMap | null> {
  const asked = await fetch(`${origin}/projects/maps/${safeName}/`, { headers, redirect: "manual" });
  await asked.arrayBuffer();
  const ticket = asked.headers.get("location");
  if (asked.status !== 302 || !ticket) return null;
  const swapped = await fetch(ticket, { redirect: "manual" });
  await swapped.arrayBuffer();
  const cookie = swapped.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  return { address: new URL(swapped.headers.get("location") ?? "", ticket), cookie };
}

/** Waits for the first byte of the map's first page. @throws Error when the import fails */
export async function firstByte(access: Access, safeName: string): Promise<OpenMap> {
  while (true) {
    const map = await tryToOpen(access, safeName);
    if (map) {
      const page = await fetch(map.address, { headers: { Cookie: map.cookie } });
      const chunk = await page.body?.getReader().read();
      if (page.status !== 200 || !chunk?.value?.length) throw new Error(`The map answered ${page.status}.`);
      return map;
    }
    await pause(ASK_MS);
  }
}
