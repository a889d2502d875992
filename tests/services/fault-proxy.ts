import { randomUUID } from "node:crypto";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";
import { freePort } from "../../server/database/free-port";
import { nameOperation, type Operation } from "./s3-operation";
import type { StoreAccess } from "./swift";

/** How a request fails. */
export type Fault =
  /** The connection breaks before the request is read. */
  | { kind: "refuse" }
  /** The request is read and answered with this status, but does not reach the store. The default S3 code is InternalError. */
  | { kind: "status"; status: number; code?: string }
  /** The request is read and never answered. */
  | { kind: "hang" }
  /** The store processes the request. The connection breaks after this many bytes of the response body. */
  | { kind: "cut"; afterBytes: number }
  /** The store processes the request. The response is lost. */
  | { kind: "lose answer" };

/** A recorded request. */
export interface Seen {
  /** Number of the SDK call, from 1, since the proxy opened or {@link FaultProxy.forget}. Retries belong to the same call. */
  call: number;
  /** Number of the attempt within the call, from 1. */
  attempt: number;
  operation: Operation;
  /** Object key. "" for bucket requests. */
  key: string;
}

/** Returns the fault of a request, or null to forward it. */
export type Rule = (seen: Seen) => Fault | null;

/** A proxy in front of an S3 server that simulates network and store failures. */
export interface FaultProxy {
  /** Access to the store through the proxy. */
  access: StoreAccess;
  readonly seen: readonly Seen[];
  /** Sets the rule for new requests and closes hanging ones. Null forwards everything. */
  set(rule: Rule | null): void;
  /** Clears the recorded requests and restarts the call numbers. */
  forget(): void;
  /** Refuses new connections and closes open ones. */
  shut(): Promise<void>;
  /** Accepts connections again at the same address. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns a rule that fails the nth call, including all its retries by the SDK. Counting starts at the first request that the rule sees.
 * @param isMeant selects the operations to count; counts all by default
 */
export function failNthCall(nth: number, fault: Fault, isMeant: (operation: Operation) => boolean = () => true): Rule {
  const counted = new Set<number>();
  let failing = 0;
  return ({ call, operation }) => {
    if (isMeant(operation)) counted.add(call);
    if (failing === 0 && counted.size === nth) failing = call;
    return call === failing ? fault : null;
  };
}

/** Returns a rule that fails the first requests of an operation. @param times how many requests fail; all by default */
export function failOperation(operation: Operation, fault: Fault, times = Number.POSITIVE_INFINITY): Rule {
  let left = times;
  return (seen) => {
    if (seen.operation !== operation || left <= 0) return null;
    left -= 1;
    return fault;
  };
}

function answerStatus(request: IncomingMessage, response: ServerResponse, status: number, code = "InternalError"): void {
  request.resume().once("end", () => {
    response.writeHead(status, { "Content-Type": "application/xml" });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>We are sorry.</Message></Error>`);
  });
}

function cut(answer: IncomingMessage, response: ServerResponse, afterBytes: number): void {
  let left = afterBytes;
  answer.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    response.write(part, () => {
      if (left <= 0) response.destroy();
    });
  });
  answer.once("end", () => response.destroy());
}

function listen(server: NetServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Opens a proxy in front of a store. Keeps the Host header, because it is part of the signature. */
export async function openFaultProxy(store: StoreAccess): Promise<FaultProxy> {
  const upstream = new URL(store.endpoint);
  let rule: Rule | null = null;
  let seen: Seen[] = [];
  let calls = new Map<string, { call: number; attempts: number }>();
  const hanging = new Set<IncomingMessage>();

  const pass = (request: IncomingMessage, response: ServerResponse, fault: Fault | null) => {
    const { method, rawHeaders, url } = request;
    let isAnswered = false;
    const onward = forward({ host: upstream.hostname, port: upstream.port, method, path: url, headers: rawHeaders, agent: false });
    onward.on("response", (answer) => {
      if (fault?.kind === "lose answer") return void answer.resume().once("end", () => request.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      // Swift sends a body with 404 responses to HEAD, which is invalid HTTP.
      isAnswered = method === "HEAD";
      if (isAnswered) return void response.end();
      if (fault?.kind === "cut") return cut(answer, response, fault.afterBytes);
      answer.pipe(response);
      answer.once("error", () => response.destroy());
    });
    onward.on("continue", () => response.writeContinue());
    onward.on("error", () => isAnswered || request.socket.destroy());
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  };
  const server = createServer({ keepAlive: true, requestTimeout: 0 }, (request, response) => handle(request, response));
  // The store decides whether to continue.
  server.on("checkContinue", (request, response) => handle(request, response));
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const id = String(request.headers["amz-sdk-invocation-id"] ?? randomUUID());
    const known = calls.get(id) ?? { call: calls.size + 1, attempts: 0 };
    known.attempts += 1;
    calls.set(id, known);
    const one: Seen = { call: known.call, attempt: known.attempts, ...nameOperation(request) };
    seen.push(one);
    const fault = rule?.(one) ?? null;
    if (fault?.kind === "refuse") return void request.socket.destroy();
    if (fault?.kind === "status") return answerStatus(request, response, fault.status, fault.code);
    if (fault?.kind === "hang") {
      hanging.add(request.resume());
      request.socket.once("close", () => hanging.delete(request));
      return;
    }
    pass(request, response, fault);
  };
  const closeHanging = () => {
    for (const request of hanging) request.socket.destroy();
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  const port = await freePort();
  await listen(server, port);
  return {
    access: { ...store, endpoint: `http://127.0.0.1:${port}` },
    get seen() {
      return seen;
    },
    set: (next) => {
      rule = next;
      closeHanging();
    },
    forget: () => {
      seen = [];
      calls = new Map();
    },
    shut,
    reopen: () => listen(server, port),
    close: shut,
  };
}
