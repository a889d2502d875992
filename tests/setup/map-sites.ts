/** Small sites that stand in for external sites. A project's map address may lead to any site. */
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface MapSite {
  /** Address of its only page. The browser treats it as a different site from `localhost`. */
  address: string;
  port: number;
  close(): Promise<void>;
}

export async function openSite(answer: RequestListener): Promise<MapSite> {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Heading of the page that each of these sites shows. */
export const SITE_HEADING = "A map of another site";

const page = (body = "") =>
  `<!doctype html><html lang="en"><title>Map</title><h1>${SITE_HEADING}</h1><a href="#inside">Inside</a>${body}</html>`;

/** Returns a listener that answers with the page. @param headers additional headers, e.g. to forbid framing */
export function pageWith(headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...headers });
    response.end(page());
  };
}

/** Closes every connection without an answer. */
export const dropEverything: RequestListener = (request) => void request.socket.destroy();

/** Delays responses until the gate opens. */
export class Gate {
  private readonly held: (() => void)[] = [];
  private isOpen = false;

  pass(respond: () => void): void {
    if (this.isOpen) respond();
    else this.held.push(respond);
  }

  open(): void {
    this.isOpen = true;
    for (const respond of this.held.splice(0)) respond();
  }
}

/** Returns a listener that answers only after the gate opens. */
export function behind(gate: Gate): RequestListener {
  return (request, response) => gate.pass(() => pageWith()(request, response));
}

/** Returns a listener that sends its page at once, and the image in it when the gate opens. */
export function imageBehind(gate: Gate): RequestListener {
  const sendPage = (response: ServerResponse) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(page('<img alt="" src="tile.svg">'));
  };
  return ({ url }, response) => {
    if (url !== "/tile.svg") return sendPage(response);
    gate.pass(() => {
      response.writeHead(200, { "Content-Type": "image/svg+xml" });
      response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    });
  };
}
