import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { env } from "@/lib/env";

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or unchanged when it is a Buffer. */
  body?: unknown;
  /** Which server: the application by default. */
  on?: "maps";
  /** Replaces the client's own agent. */
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Local port of the connection: requests on one connection have the same. */
  connection: number | undefined;
}

export type Ask = (path: string, question?: Question) => Promise<Answer>;

let clients = 0;

/** Sends each request from another client address through a trusted proxy, so that no rate limit reaches the next request. */
function anotherClient(): string {
  clients += 1;
  return `2001:db8:${(clients >> 16).toString(16)}:${(clients & 0xffff).toString(16)}::1`;
}

/** Sends plain requests to a running product. Adds only the body's type and the client's address. */
export class Client {
  /** All answers so far, for tests that search them for secrets. */
  readonly answers: (Answer & { asked: string })[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(private readonly ports: { app: number; maps: number }) {}

  readonly ask: Ask = (path, { method = "GET", headers = {}, body, on, agent = this.agent } = {}) => {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const bytes = isJson ? Buffer.from(JSON.stringify(body)) : (body as Buffer | undefined);
    const host = new URL(on === "maps" ? env().mapsOrigin : env().appOrigin).host;
    const sent = request({
      host: "127.0.0.1",
      port: on === "maps" ? this.ports.maps : this.ports.app,
      agent,
      method,
      path,
      headers: {
        host,
        "x-forwarded-for": anotherClient(),
        ...(isJson && { "content-type": "application/json" }),
        ...(bytes && { "content-length": String(bytes.length) }),
        ...headers,
      },
    });
    return new Promise((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (response) => {
        text(response).then((read) => {
          const answer = { status: response.statusCode ?? 0, headers: response.headers, body: read, connection: sent.socket?.localPort };
          this.answers.push({ ...answer, asked: `${method} ${path}` });
          resolve(answer);
        }, reject);
      });
      sent.end(bytes);
    });
  };

  close(): void {
    this.agent.destroy();
  }
}
