import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, get } from "node:http";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { until } from "../../setup/until";
import { type Copy, newCopy, Product, removeCopy } from "./product";

const products: Product[] = [];
const copies: Copy[] = [];

async function aCopy(): Promise<Copy> {
  const copy = await newCopy();
  copies.push(copy);
  return copy;
}

function start(copy: Copy): Product {
  const product = new Product(copy);
  products.push(product);
  return product;
}

async function occupyPort(port: number): Promise<() => void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return () => server.close();
}

async function query(dataDir: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await readFile(path.join(dataDir, "database-url"), "utf8")).trim() });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.end()));
  await Promise.all(copies.splice(0).map(removeCopy));
});

test.each([
  { variable: "PORT", taken: (copy: Copy) => copy.port },
  { variable: "MAPS_PORT", taken: (copy: Copy) => copy.mapsPort },
])("npm start names a taken $variable and exits before it starts anything", async ({ variable, taken }) => {
  const copy = await aCopy();
  const release = await occupyPort(taken(copy));
  const product = start(copy);
  expect(await product.exited).toBe(1);
  release();
  expect(product.output).toContain(`Port ${taken(copy)} is taken`);
  expect(product.output).toContain(`${variable}=`);
  expect(existsSync(path.join(copy.dataDir, "postgres"))).toBe(false);
  expect(product.processes()).toEqual([]);
});

test("two copies run in parallel, and a second copy on the same folder is rejected", async () => {
  const [first, second] = [start(await aCopy()), start(await aCopy())];
  await Promise.all([first.running(), second.running()]);
  expect(await Promise.all([first.health(), second.health()])).toEqual([200, 200]);

  const rival = start({ ...(await aCopy()), dataDir: first.copy.dataDir });
  expect(await rival.exited).toBe(1);
  expect(rival.output).toContain("already running");
  expect(await first.health()).toBe(200);
});

test("a second start keeps the data, and only the owner can read the secrets", async () => {
  const copy = await aCopy();
  const first = await start(copy).running();
  expect(first.output).toContain("superadmin@sea-vision.local");
  const accounts = await query(copy.dataDir, 'SELECT * FROM "Account"');
  expect(accounts).toHaveLength(1);
  const secret = await readFile(path.join(copy.dataDir, "auth-secret"), "utf8");
  for (const file of ["auth-secret", "database-url", "first-sign-in.txt"]) {
    expect((await stat(path.join(copy.dataDir, file))).mode & 0o077).toBe(0);
  }
  first.interrupt();
  await first.exited;

  const second = await start(copy).running();
  expect(await query(copy.dataDir, 'SELECT * FROM "Account"')).toEqual(accounts);
  expect(await readFile(path.join(copy.dataDir, "auth-secret"), "utf8")).toBe(secret);
  expect(second.output).toContain("first-sign-in.txt");
});

test("a request that offers a protocol upgrade is answered as a plain request", async () => {
  const product = await start(await aCopy()).running();
  // Next.js adds its upgrade listener with the first request.
  expect(await product.health()).toBe(200);
  const headers = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQCAAAAAAIAAAAA" };
  const statusOf = async (port: number) => {
    const [answer] = await once(get({ port, path: "/api/health", headers, timeout: 10_000 }), "response");
    return answer.resume().statusCode;
  };
  expect(await statusOf(product.copy.port)).toBe(200);
  expect(await statusOf(product.copy.mapsPort)).toBe(404);
});

test("Ctrl-C stops every process and shuts the database down cleanly", async () => {
  const product = await start(await aCopy()).running();
  for (const name of ["web", "maps", "worker", "postgres"]) expect(product.find(name).pid).toBeGreaterThan(0);

  product.interrupt();
  expect(await product.exited).toBe(0);
  expect(product.processes()).toEqual([]);
  expect(existsSync(path.join(product.copy.dataDir, "postgres/postmaster.pid"))).toBe(false);
  const log = await readFile(path.join(product.copy.dataDir, "postgres.log"), "utf8");
  expect(log.trim().split("\n").at(-1)).toContain("database system is shut down");
});

test("Ctrl-C during the start leaves no processes", async () => {
  const product = start(await aCopy());
  const creating = path.join(product.copy.dataDir, "postgres");
  await until("the database folder exists", () => existsSync(creating));
  product.interrupt();
  await product.exited;
  expect(product.processes()).toEqual([]);
});
