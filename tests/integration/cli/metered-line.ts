import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** The line between the client and a server. It counts what the client sends, and can be held. */
export interface MeteredLine {
  /** For the client. */
  origin: string;
  /** Bytes that came from the client since the last call. */
  take(): number;
  /** Lets so many bytes of the client through, then no more of what uploads until {@link MeteredLine.release}. */
  holdAfter(bytes: number): void;
  /** Resolves when the line holds. */
  held(): Promise<void>;
  release(): void;
  /** Breaks every connection. */
  cut(): void;
  close(): void;
}

export async function openMeteredLine(origin: string): Promise<MeteredLine> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let taken = 0;
  let left = Number.POSITIVE_INFINITY;
  let tellHeld: () => void = () => undefined;
  const waiting: (() => void)[] = [];
  const line = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    server.pipe(client);
    let isUpload = false;
    client.on("data", (bytes) => {
      taken += bytes.length;
      left -= bytes.length;
      server.write(bytes);
      // Short calls get through all the same, those of another client as well.
      isUpload ||= bytes.subarray(0, 6).toString() === "PATCH ";
      if (left > 0 || !isUpload) return;
      client.pause();
      waiting.push(() => client.resume());
      tellHeld();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    take: () => {
      const count = taken;
      taken = 0;
      return count;
    },
    holdAfter: (bytes) => {
      left = bytes;
    },
    held: () =>
      new Promise((resolve) => {
        if (left <= 0) resolve();
        else tellHeld = resolve;
      }),
    release: () => {
      left = Number.POSITIVE_INFINITY;
      for (const go of waiting.splice(0)) go();
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
