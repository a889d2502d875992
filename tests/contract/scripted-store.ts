import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "@/lib/env";
import { nameOperation, type Operation } from "../services/s3-operation";

export interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** An HTTP server that reproduces the behavior of S3 stores that are hard to set up. */
export class ScriptedStore {
  readonly operations: Operation[] = [];
  private readonly server = createServer((request, response) => this.handle(request, response));

  /** @param answer returns the response; null means 404, as for a missing object */
  constructor(private readonly answer: (operation: Operation, key: string, request: IncomingMessage) => Answer | null) {}

  async listen(): Promise<S3Settings> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const { port } = this.server.address() as AddressInfo;
    const credentials = { accessKeyId: "key", secretAccessKey: "secret" };
    return { bucket: "bucket", endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", credentials, forcePathStyle: true };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const { operation, key } = nameOperation(request);
    this.operations.push(operation);
    const { status, body = "", headers = {} } = this.answer(operation, key, request) ?? errorAnswer(404, "NoSuchKey");
    request.resume().once("end", () => {
      response.writeHead(status, { "Content-Type": "application/xml", ...headers });
      response.end(request.method === "HEAD" ? undefined : body);
    });
  }
}

export function errorAnswer(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>` };
}
