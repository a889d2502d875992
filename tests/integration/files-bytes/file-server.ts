import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { filesDownload } from "@/server/downloads/files-download";
import { platformDownload } from "@/server/downloads/platform-download";
import type { UploadLimits } from "@/server/http/body-limits";
import { filesContent } from "@/server/uploads/files-content";
import { filesUpload } from "@/server/uploads/files-upload";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { BOUNDARY, formOf, type Part } from "../zip-direct/direct-server";

export interface FileServer {
  port: number;
  close(): Promise<void>;
}

/** Starts the HTTP server with the file handlers and without pages. */
export async function startFileServer(limits?: UploadLimits): Promise<FileServer> {
  const server = new HttpServer();
  const noPages = (_request: unknown, response: { writeHead(status: number): { end(text: string): void } }) => {
    response.writeHead(404).end(`{"message":"pages"}`);
    return Promise.resolve();
  };
  const mounts = [filesUpload(limits), filesDownload, filesContent, platformDownload];
  await server.listen(0, dispatch(mounts, noPages));
  const { port } = server.node.address() as AddressInfo;
  return { port, close: () => server.close() };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The parsed body of a JSON response. */
  body: Record<string, unknown>;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

async function read(response: IncomingMessage): Promise<Answer> {
  const bytes = await buffer(response);
  const isJson = response.headers["content-type"]?.startsWith("application/json") ?? false;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : {},
  };
}

/** Starts a request and leaves sending the body to the caller. The path is not normalized. */
export function begin(
  port: number,
  path: string,
  { method = "POST", headers = {} }: RequestOptions,
): { sent: ClientRequest; answer: Promise<Answer> } {
  const sent = request({ host: "localhost", port, path, method, agent: false, headers });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => read(response).then(resolve, reject));
  });
  return { sent, answer };
}

export function ask(port: number, path: string, { method = "GET", headers = {}, body }: RequestOptions = {}): Promise<Answer> {
  const { sent, answer } = begin(port, path, { method, headers: { ...(body && { "content-length": String(body.length) }), ...headers } });
  sent.end(body);
  return answer;
}

export const filePart = (name: string, value: string | Buffer): Part => ({ name: "files", value, fileName: name });

export const FORM_TYPE = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

export const filesPath = (project: string) => `/api/files/${encodeURIComponent(project)}/files`;

export function upload(port: number, project: string, headers: Record<string, string>, parts: readonly Part[]): Promise<Answer> {
  return ask(port, filesPath(project), { method: "POST", headers: { ...FORM_TYPE, ...headers }, body: formOf(parts) });
}

export function downloadPath(project: string, paths: readonly string[], more = ""): string {
  const query = paths.map((path) => `filePath=${encodeURIComponent(path)}`).join("&");
  return `/api/files/${encodeURIComponent(project)}/download?${query}${more}`;
}
