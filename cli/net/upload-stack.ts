import { Readable } from "node:stream";
import type { HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { request } from "undici";
import { connections } from "./retry";

const PIECE_BYTES = 64 * 1024;

class UploadRequest implements HttpRequest {
  private readonly headers: Record<string, string> = {};
  private readonly ending = new AbortController();
  private onBytesSent: (bytesSent: number) => void = () => undefined;

  constructor(
    private readonly method: string,
    private readonly url: string,
  ) {}

  getMethod(): string {
    return this.method;
  }

  getURL(): string {
    return this.url;
  }

  setHeader(header: string, value: string): void {
    this.headers[header] = value;
  }

  getHeader(header: string): string | undefined {
    return this.headers[header];
  }

  setProgressHandler(handler: (bytesSent: number) => void): void {
    this.onBytesSent = handler;
  }

  async send(body: Uint8Array | null | undefined): Promise<HttpResponse> {
    const headers = body ? { ...this.headers, "Content-Length": String(body.length) } : this.headers;
    const answer = await request(this.url, {
      method: this.method as "POST",
      headers,
      body: body ? Readable.from(this.piecesOf(body), { objectMode: false }) : null,
      dispatcher: connections,
      signal: this.ending.signal,
    });
    const text = await answer.body.text();
    return {
      getStatus: () => answer.statusCode,
      getHeader: (name) => answer.headers[name.toLowerCase()]?.toString(),
      getBody: () => text,
      getUnderlyingObject: () => answer,
    };
  }

  abort(): Promise<void> {
    this.ending.abort();
    return Promise.resolve();
  }

  getUnderlyingObject(): null {
    return null;
  }

  private *piecesOf(body: Uint8Array): Generator<Uint8Array> {
    for (let start = 0; start < body.length; start += PIECE_BYTES) {
      yield body.subarray(start, start + PIECE_BYTES);
      this.onBytesSent(Math.min(start + PIECE_BYTES, body.length));
    }
  }
}

/** HTTP stack with proxy support, which tus-js-client's own stack lacks. */
export const uploadStack: HttpStack = {
  createRequest: (method, url) => new UploadRequest(method, url),
  getName: () => "sea-vision",
};
