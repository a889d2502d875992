import { createServer, request as forward, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What is lost: the answer, or the call after the browser has sent all of it. */
type Loss = "answer" | "call";

/** A proxy between a browser and the product that can lose calls of one path. */
export interface LossyProxy {
  server: string;
  lose(loss: Loss | null): void;
  close(): void;
}

function untilRead(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => request.resume().once("end", resolve));
}

/** Opens the proxy. @param path the path whose calls can be lost */
export async function openLossyProxy(path: string): Promise<LossyProxy> {
  let lost: Loss | null = null;
  const proxy = createServer((request, response) => {
    const loss = new URL(request.url ?? "/").pathname === path ? lost : null;
    if (loss === "call") return void untilRead(request).then(() => request.socket.destroy());
    const { method = "GET", headers } = request;
    // No agent: the product may close a connection that was kept at the moment when a call comes.
    const onward = forward(request.url ?? "", { method, headers, agent: false }, (answer) => {
      if (loss === "answer") return void untilRead(answer).then(() => request.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.once("error", () => request.socket.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    server: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    lose: (loss) => {
      lost = loss;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
