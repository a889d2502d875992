import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as me } from "@/app/api/auth/me/route";
import { POST as refresh } from "@/app/api/auth/refresh/route";
import { GET as projects } from "@/app/api/project/all/route";
import { GET as checkName } from "@/app/api/project/check-name/[name]/route";
import { PUT as editProject } from "@/app/api/project/edit/[id]/route";
import { GET as users } from "@/app/api/user/all/route";
import { PUT as editUser } from "@/app/api/user/edit/[id]/route";
import { POST as extract } from "@/app/extract-tus-zip/route";
import { GET as progress } from "@/app/extraction-progress/[safeName]/route";
import { toRequestLike } from "@/lib/http/node";
import { listIdleImports } from "@/lib/imports/data";
import { runImport } from "@/lib/imports/pipeline/run";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { mounts } from "@/server/web/mounts";

type Answering = (request: Request, last: string) => Promise<Response>;

/** Requests that Next.js handles in the product, by method and path prefix. */
const calls: readonly [string, string, Answering][] = [
  ["POST", "/api/auth/login", (request) => login(request)],
  ["POST", "/api/auth/logout", (request) => logout(request)],
  ["GET", "/api/auth/me", (request) => me(request)],
  ["POST", "/api/auth/refresh", (request) => refresh(request)],
  ["GET", "/api/project/all", (request) => projects(request)],
  ["GET", "/api/project/check-name/", (request, name) => checkName(request, { params: Promise.resolve({ name }) })],
  ["PUT", "/api/project/edit/", (request, id) => editProject(request, { params: Promise.resolve({ id }) })],
  ["GET", "/api/user/all", (request) => users(request)],
  ["PUT", "/api/user/edit/", (request, id) => editUser(request, { params: Promise.resolve({ id }) })],
  ["POST", "/extract-tus-zip", (request) => extract(request)],
  ["GET", "/extraction-progress/", (request, safeName) => progress(request, { params: Promise.resolve({ safeName }) })],
];

/** Handles the API requests that Next.js handles in the product. */
async function answerCall(message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, headers, url } = toRequestLike(message);
  const { pathname } = new URL(url);
  const call = calls.find(([ofMethod, path]) => ofMethod === method && pathname.startsWith(path));
  if (!call) {
    response.writeHead(404).end("{}");
    return;
  }
  const body = method === "GET" ? null : await buffer(message);
  const answer = await call[2](new Request(url, { method, headers, body }), decodeURIComponent(pathname.split("/").at(-1) ?? ""));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

export interface CliServer {
  origin: string;
  /** Pauses imports until {@link CliServer.resume}. */
  stopWorking(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Starts the API, the upload server and an import worker in this process. */
export async function startCliServer(): Promise<CliServer> {
  const server = new HttpServer();
  await server.listen(0, dispatch(mounts, answerCall));
  const ending = new AbortController();
  let isWorking = true;
  const work = async () => {
    while (!ending.signal.aborted) {
      for (const { id } of isWorking ? await listIdleImports() : []) await runImport(id, { signal: ending.signal });
      await pause(10, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const working = work();
  return {
    origin: `http://127.0.0.1:${(server.node.address() as AddressInfo).port}`,
    stopWorking: () => {
      isWorking = false;
    },
    resume: () => {
      isWorking = true;
    },
    close: async () => {
      ending.abort();
      await working;
      await server.close();
    },
  };
}
