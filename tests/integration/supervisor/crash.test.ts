import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../setup/until";
import { newCopy, Product, removeCopy } from "./product";

/** Longer than any start of a process on a busy machine. */
const RESTART_MS = 90_000;

let product: Product;

beforeAll(async () => {
  product = new Product({ ...(await newCopy()), settings: { LOG_LEVEL: "info" } });
  await product.running();
});

afterAll(async () => {
  await product.end();
  expect(product.processes()).toEqual([]);
  await removeCopy(product.copy);
});

/** Waits for a new process with that name and returns its process ID. */
async function successorOf(name: string, pid: number): Promise<number> {
  let successor = pid;
  await until(
    `a new ${name}`,
    () => {
      successor = product.findAll(name)[0]?.pid ?? pid;
      return successor !== pid;
    },
    RESTART_MS,
  );
  return successor;
}

test.each(["web", "maps", "worker"])("the supervisor restarts a killed %s process", async (name) => {
  const { pid } = product.find(name);
  process.kill(pid, "SIGKILL");
  expect(await successorOf(name, pid)).not.toBe(pid);
  // A process that starts without a database ends again, and a later test kills the database.
  const isReady = () =>
    product.output.split(`${name} ended unexpectedly; restarting it`).slice(1).at(-1)?.includes(`${name} is ready`) ?? false;
  await until("the restart is logged, and the process is ready", isReady, RESTART_MS);
  await until("the product is healthy again", async () => (await product.health()) === 200, RESTART_MS);
});

test.each(["web", "maps", "worker"])("a %s process ends when its supervisor disconnects while it starts", async (name) => {
  const orphan = spawn(process.execPath, [`dist/${name}.js`], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(orphan, "exit");
  orphan.disconnect();
  expect(await ended).toEqual([0, null]);
});

test("the product returns 503 and recovers without restarts of other processes when the database is killed", async () => {
  const before = ["web", "maps", "worker"].map((name) => product.find(name).pid);
  const { pid } = product.find("postgres");
  const statuses: number[] = [];
  // Stop the server first, so that the outage is visible before the restart.
  process.kill(pid, "SIGSTOP");
  for (const one of product.processes()) if (one.parent === pid) process.kill(one.pid, "SIGKILL");
  statuses.push(await product.health());
  process.kill(pid, "SIGKILL");
  await until(
    "the product is healthy again",
    async () => {
      statuses.push(await product.health());
      return statuses.at(-1) === 200;
    },
    RESTART_MS,
  );
  expect(new Set(statuses)).toEqual(new Set([503, 200]));
  expect(product.find("postgres").pid).not.toBe(pid);
  expect(["web", "maps", "worker"].map((name) => product.find(name).pid)).toEqual(before);
});

test("a killed supervisor leaves no processes, and the product starts again with the same data", async () => {
  product.killSupervisor();
  await product.exited;
  await until("every process has ended", () => product.processes().length === 0);
  product = new Product(product.copy);
  await product.running();
  expect(await product.health()).toBe(200);
});

test("the next start stops a database server that a killed supervisor has left", async () => {
  const watch = product.processes().find((one) => one.command[0] === "sh" && one.belongs);
  const old = product.find("postgres").pid;
  if (watch) process.kill(watch.pid, "SIGKILL");
  product.killSupervisor();
  await product.exited;
  await until("only the database is left", () => product.processes().every((one) => one.pid === old || one.parent === old));
  product = new Product(product.copy);
  await product.running();
  expect(product.find("postgres").pid).not.toBe(old);
  expect(await product.health()).toBe(200);
});
