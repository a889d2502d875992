import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";

const read = (file: string) => readFile(file, "utf8");

async function readUnits(): Promise<string> {
  const folder = "docs/deploy/systemd";
  return (await Promise.all((await readdir(folder)).map((name) => read(path.join(folder, name))))).join("\n");
}

it("every setting stands in the README's table, and nothing else does", async () => {
  const inCode = [...(await read("lib/env.ts")).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const table = (await read("README.md")).split("## Settings")[1]?.split("\n## ")[0] ?? "";
  const firstColumns = table.split("\n").filter((line) => line.startsWith("| `"));
  const inReadme = firstColumns.flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));
  expect(inReadme.sort()).toEqual(inCode.filter((name) => name !== "NODE_ENV").sort());
});

it("image, services and units start bundles that are built", async () => {
  const text = [
    await read("Dockerfile"),
    await read("compose.yaml"),
    await readUnits(),
    await read("docs/deploy.md"),
    await read("docs/backup.md"),
  ].join("\n");
  const named = new Set([...text.matchAll(/\bdist\/([a-z-]+)\.js\b/g)].map(([, name]) => name));
  const lists = [...(await read("scripts/bootstrap/bundle.mjs")).matchAll(/^export const (?:processes|starters) = \[(.*)\];$/gm)];
  const built = lists.flatMap(([, names = ""]) => names.match(/[a-z-]+/g) ?? []);
  expect(built).toContain("web");
  expect([...named].filter((name) => !built.includes(name ?? ""))).toEqual([]);
});

it("what the image is built from is let in, and is there", async () => {
  const allowed = (await read(".dockerignore")).split("\n").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  expect(allowed.filter((place) => !existsSync(place))).toEqual([]);
  const copied = [...(await read("Dockerfile")).matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
  expect(copied.filter((place) => place !== "." && !allowed.some((one) => place === one || place.startsWith(`${one}/`)))).toEqual([]);
});

it("units and containers are given the time that a process takes to end", async () => {
  // 5 s of drain, 20 s for requests, 5 s for the rest.
  const limits = [
    ...(await readUnits()).matchAll(/^TimeoutStopSec=(\d+)$/gm),
    ...(await read("compose.yaml")).matchAll(/^ {2}stop_grace_period: (\d+)s$/gm),
  ];
  expect(limits.length).toBe(4);
  expect(limits.map(([, seconds]) => Number(seconds)).filter((seconds) => seconds <= 30)).toEqual([]);
});

it("a container gets the secrets that it needs and no others, once", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-compose-"));
  const make = [path.resolve("docs/deploy/compose-env.sh"), "sea-vision.example.com", "maps.example.com", "you@example.com"];
  try {
    execFileSync("sh", make, { cwd: folder });
    const settings = async (name: string) => parseEnv(await readFile(path.join(folder, "compose-env", `${name}.env`), "utf8"));
    const [proxy, postgres, s3, product] = await Promise.all(["proxy", "postgres", "s3", "product"].map(settings));
    expect(proxy).toEqual({ APP_HOST: "sea-vision.example.com", MAPS_HOST: "maps.example.com" });
    expect(Object.keys(postgres ?? {}).sort()).toEqual(["POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_USER"]);
    expect(product).toMatchObject(s3 ?? {});
    expect(product?.DATABASE_URL).toContain(`:${postgres?.POSTGRES_PASSWORD}@`);
    expect(product?.AUTH_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(path.join(folder, "compose-env/product.env"))).mode & 0o077).toBe(0);
    expect(spawnSync("sh", make, { cwd: folder }).status).not.toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const named = [...(await read("compose.yaml")).matchAll(/env_file: compose-env\/(\w+)\.env$/gm)].map(([, name]) => name);
  expect(named).toEqual(["product", "proxy", "postgres", "s3"]);
});
