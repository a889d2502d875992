import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between the client and a server. It counts the client's bytes and can hold uploads back. */
export interface MeteredLine {
  origin: string;
  /** Returns the number of bytes from the client since the last call. */
  take(): number;
  /** Lets this many bytes through, then holds uploads until {@link MeteredLine.release}. */
  holdAfter(bytes: number): void;
  /** Resolves when an upload is held. */
  held(): Promise<void>;
  release(): void;
  cut(): void;
  close(): void;
}

export async function openMeteredLine(origin: string): Promise<MeteredLine> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let taken = 0;
  let left = Number.POSITIVE_INFINITY;
  let notifyHeld: () => void = () => undefined;
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
      // Only uploads are held. Other requests continue.
      isUpload ||= bytes.subarray(0, 6).toString() === "PATCH ";
      if (left > 0 || !isUpload) return;
      client.pause();
      waiting.push(() => client.resume());
      notifyHeld();
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
        else notifyHeld = resolve;
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
