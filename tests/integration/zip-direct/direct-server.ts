import { type ClientRequest, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { UploadLimits } from "@/server/http/body-limits";
import { ZIP_DIRECT_PATH, zipDirect } from "@/server/uploads/zip-direct";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";

export interface DirectServer {
  port: number;
  close(): Promise<void>;
}

/** Starts the HTTP server with the direct upload handler and without pages. */
export async function startDirectServer(limits?: UploadLimits): Promise<DirectServer> {
  const server = new HttpServer();
  const noPages = (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(404).end();
    return Promise.resolve();
  };
  await server.listen(0, dispatch([zipDirect(limits)], noPages));
  const { port } = server.node.address() as AddressInfo;
  return { port, close: () => server.close() };
}

export const BOUNDARY = "----boundary-of-a-test";

/** A part of a form. It is a file when it has a file name. */
export interface Part {
  name: string;
  value: string | Buffer;
  fileName?: string;
}

export const field = (name: string, value: string): Part => ({ name, value });
export const zipFile = (value: Buffer, fileName = "site.zip"): Part => ({ name: "zipFile", value, fileName });

/** Encodes a form like a browser. */
export function formOf(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, value, fileName }) => {
    const file = fileName === undefined ? "" : `; filename="${fileName}"`;
    const type = fileName === undefined ? "" : "Content-Type: application/zip\r\n";
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`),
      Buffer.from(value),
      Buffer.from("\r\n"),
    ];
  });
  return Buffer.concat([...written, Buffer.from(end)]);
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export function begin(port: number, headers: Record<string, string>): { sent: ClientRequest; answer: Promise<Answer> } {
  const sent = request({
    host: "localhost",
    port,
    path: ZIP_DIRECT_PATH,
    method: "POST",
    agent: false,
    headers: { "content-type": FORM_TYPE, ...headers },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(read) }),
        reject,
      );
    });
  });
  return { sent, answer };
}

export function post(port: number, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  const { sent, answer } = begin(port, { "content-length": String(body.length), ...headers });
  sent.end(body);
  return answer;
}
