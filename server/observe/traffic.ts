import type { Socket } from "node:net";

/** Bytes that came and went. */
export interface Traffic {
  received: number;
  sent: number;
}

const seen = new WeakMap<Socket, Traffic>();

/**
 * The bytes of a connection since it was last asked for, heads included, so that each is counted once. Requests of one
 * connection come one after the other, so what is new belongs to the one that is under way or has just ended.
 */
export function takeTraffic(socket: Socket): Traffic {
  const { bytesRead: received, bytesWritten: sent } = socket;
  const before = seen.get(socket);
  if (!before) {
    seen.set(socket, { received, sent });
    return { received, sent };
  }
  const taken = { received: received - before.received, sent: sent - before.sent };
  before.received = received;
  before.sent = sent;
  return taken;
}
