import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** Returns the address of a folder's lock. Linux and Windows release it when the process ends. No package: nothing is installed yet. */
function lockAddress(folder) {
  const name = `sea-vision-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), name);
}

/** @returns {Promise<import("node:net").Server | null>} the lock, which close() releases; null while another process holds it */
export async function tryToLock(folder) {
  const server = createServer();
  try {
    server.listen(lockAddress(folder));
    await once(server, "listening");
    return server;
  } catch (error) {
    if (error.code === "EADDRINUSE") return null;
    throw error;
  }
}

async function waitForHolder(folder) {
  const address = lockAddress(folder);
  const holder = connect(address).resume();
  const [error] = await new Promise((resolve) => {
    holder.once("error", (failure) => resolve([failure]));
    holder.once("close", () => resolve([]));
  });
  if (error?.code === "ECONNREFUSED" && !address.startsWith("\0")) rmSync(address, { force: true });
}

/** Runs work that changes this folder, such as a build. Waits until no other process does. */
export async function oneAtATime(work, folder = process.cwd()) {
  let lock = await tryToLock(folder);
  if (!lock) console.log("Another command is installing or building here; waiting for it.");
  while (!lock) {
    await waitForHolder(folder);
    lock = await tryToLock(folder);
  }
  const waiting = new Set();
  lock.on("connection", (socket) => waiting.add(socket.on("error", () => undefined)));
  try {
    return await work();
  } finally {
    lock.close();
    for (const socket of waiting) socket.destroy();
  }
}
