import { randomUUID } from "node:crypto";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";
import { freePort } from "../../server/database/free-port";
import { nameOperation, type Operation } from "./s3-operation";
import type { StoreAccess } from "./swift";

/** What becomes of a request. */
export type Fault =
  /** Its connection breaks before anything of it is read. */
  | { kind: "refuse" }
  /** It is read, does not reach the store, and is answered so. The code is that of S3, InternalError unless given. */
  | { kind: "status"; status: number; code?: string }
  /** It is read and never answered. */
  | { kind: "hang" }
  /** The store does it, and the answer's connection breaks after so many bytes of its body. */
  | { kind: "cut"; afterBytes: number }
  /** The store does it, and the answer is lost. */
  | { kind: "lose answer" };

/** One request as it came by. */
export interface Seen {
  /** Which call it belongs to, from 1, since the proxy was opened or {@link FaultProxy.forget}: what is tried again is the same call. */
  call: number;
  /** Which try of the call it is, from 1. */
  attempt: number;
  operation: Operation;
  /** Of the object; "" for calls on the bucket. */
  key: string;
}

/** Decides what becomes of a request; null: it goes its way. */
export type Rule = (seen: Seen) => Fault | null;

/** A proxy in front of an S3 server that fails as networks and stores do. */
export interface FaultProxy {
  /** The store's, by way of the proxy. */
  access: StoreAccess;
  /** All that came by, in order. */
  readonly seen: readonly Seen[];
  /** From now on, for requests and those that begin later; null: everything goes its way. Lets go what hangs. */
  set(rule: Rule | null): void;
  /** Begins to count anew. */
  forget(): void;
  /** Connections are refused from now on, those that are open end. */
  shut(): Promise<void>;
  /** Takes connections again, at the same address. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A rule under which the nth call fails, and however often it is tried again by the SDK. Calls are counted from the first that the
 * rule is asked of.
 * @param isMeant which of them are counted; all unless given
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

/** A rule under which the first requests of an operation fail. @param times how many of them; all unless given */
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

/** Opens a proxy in front of a store. Requests keep the Host that they were signed for. */
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
      // Swift sends a body even so where nothing is there, which is no answer to anything.
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
  // The store itself says whether it wants the body.
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
  const letGo = () => {
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
      letGo();
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
