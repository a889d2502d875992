import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { listIdleImports } from "@/lib/imports/data";
import { runImport } from "@/lib/imports/pipeline/run";
import { PROCESS_PATH, type ProcessLimits, processUpload } from "@/server/uploads/process-upload";
import { tusUploads, UPLOADS_PATH } from "@/server/uploads/tus/tus";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import type { SignedIn } from "../../setup/signed-in";
import { send } from "../uploads/upload-server";

/** The web process without pages, and a worker, in this process. */
export interface FolderServer {
  origin: string;
  endpoint: string;
  /** Stops the worker until {@link FolderServer.resume}. */
  stopWorking(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

/** Runs imports without the job queue. */
class Worker {
  private ending = new AbortController();
  private working: Promise<void> | null = null;

  resume(): void {
    this.ending = new AbortController();
    this.working = this.work(this.ending.signal);
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.working;
  }

  private async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const { id } of await listIdleImports()) await runImport(id, { signal });
      await pause(10, undefined, { signal }).catch(() => undefined);
    }
  }
}

export async function startFolderServer(limits?: ProcessLimits): Promise<FolderServer> {
  const server = new HttpServer();
  const noPages = (_request: unknown, response: { writeHead(status: number): { end(): void } }) => {
    response.writeHead(404).end();
    return Promise.resolve();
  };
  await server.listen(0, dispatch([tusUploads, processUpload(limits)], noPages));
  const origin = `http://localhost:${(server.node.address() as AddressInfo).port}`;
  const worker = new Worker();
  worker.resume();
  return {
    origin,
    endpoint: `${origin}${UPLOADS_PATH}/`,
    stopWorking: () => worker.stop(),
    resume: () => worker.resume(),
    close: async () => {
      await worker.stop();
      await server.close();
    },
  };
}

export interface ProcessAnswer {
  status: number;
  body: {
    success: boolean;
    message: string;
    error?: string;
    status?: string;
    safeName?: string;
    projectId?: string;
    viewMap?: string;
    warning?: string | null;
  };
}

/** Requests POST /process-tus-upload. @param body a string is sent unchanged, anything else as JSON */
export async function process(
  { origin }: Pick<FolderServer, "origin">,
  headers: SignedIn["bearer"],
  body: unknown,
): Promise<ProcessAnswer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await send(`${origin}${PROCESS_PATH}`, "POST", { "Content-Type": "application/json", ...headers }, Buffer.from(text));
  return { status: answer.status, body: JSON.parse(answer.body) as ProcessAnswer["body"] };
}

export function newName(): string {
  return `Map ${randomUUID()}`;
}
