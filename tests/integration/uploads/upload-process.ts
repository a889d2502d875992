import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { inject } from "vitest";
import { freePort } from "@/server/database/free-port";
import { nodeFlags } from "@/server/supervisor/supervised-process";

/** The upload server as its own process, which a test can kill. */
export interface UploadProcess {
  endpoint: string;
  port: number;
  child: ChildProcess;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * @param port of a process that has ended; a free one by default
 * @param env on top of this process's own
 */
export async function forkUploadServer(port?: number, env: Record<string, string> = {}): Promise<UploadProcess> {
  const child = fork(path.join(inject("bundles"), "upload-server.js"), {
    execArgv: nodeFlags("web"),
    env: { ...process.env, ...env, UPLOAD_SERVER_PORT: String(port ?? (await freePort())) },
  });
  const exited = once(child, "exit");
  const started = await Promise.race([once(child, "message"), exited]);
  const [message] = started as [{ port?: number }];
  if (!message?.port) throw new Error("The upload server did not start.");
  return {
    endpoint: `http://localhost:${message.port}/files/`,
    port: message.port,
    child,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** A TCP proxy between a process and its database, which a test can cut. */
export class DatabaseLine {
  private readonly sockets = new Set<Socket>();
  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    public isCut = false,
  ) {
    server.on("connection", (socket) => this.join(socket));
  }

  static async open(databaseUrl: string): Promise<DatabaseLine> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new DatabaseLine(server, new URL(databaseUrl));
  }

  get url(): string {
    const address = this.server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return Object.assign(new URL(this.target), { hostname: "127.0.0.1", port: String(port) }).href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(socket: Socket): void {
    if (this.isCut) {
      socket.destroy();
      return;
    }
    const other = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
