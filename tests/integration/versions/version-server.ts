import type { AddressInfo } from "node:net";
import { versionFiles } from "@/server/downloads/map-versions";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { versionHashes } from "../../../server/downloads/map-versions";

export interface VersionServer {
  origin: string;
  close(): Promise<void>;
}

/** Starts the HTTP server with the handlers for folder comparison and without pages. */
export async function startVersionServer(): Promise<VersionServer> {
  const server = new HttpServer();
  const noPages = (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(404).end();
    return Promise.resolve();
  };
  await server.listen(0, dispatch([versionFiles, versionHashes], noPages));
  return { origin: `http://localhost:${(server.node.address() as AddressInfo).port}`, close: () => server.close() };
}

export async function linesOf<Line>(answer: Response): Promise<Line[]> {
  const text = await answer.text();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
