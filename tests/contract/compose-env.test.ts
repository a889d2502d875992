import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";

it("compose-env.sh gives each container only the secrets that it needs and refuses to replace existing secrets", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-compose-"));
  const make = [path.resolve("docs/deploy/compose-env.sh"), "sea-vision.example.com", "*.maps.example.net", "you@example.com"];
  try {
    execFileSync("sh", make, { cwd: folder });
    const settings = async (name: string) => parseEnv(await readFile(path.join(folder, "compose-env", `${name}.env`), "utf8"));
    const [proxy, postgres, s3, product] = await Promise.all(["proxy", "postgres", "s3", "product"].map(settings));
    expect(proxy).toEqual({
      APP_HOST: "sea-vision.example.com",
      MAPS_HOST: "maps.example.net, *.maps.example.net",
      MAPS_TLS: "tls /certificates/maps.crt /certificates/maps.key",
    });
    expect(product?.MAPS_ORIGIN).toBe("https://*.maps.example.net");
    expect(Object.keys(postgres ?? {}).sort()).toEqual(["POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_USER"]);
    expect(product).toMatchObject(s3 ?? {});
    expect(product?.DATABASE_URL).toContain(`:${postgres?.POSTGRES_PASSWORD}@`);
    expect(product?.AUTH_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(path.join(folder, "compose-env/product.env"))).mode & 0o077).toBe(0);
    expect(spawnSync("sh", make, { cwd: folder }).status).not.toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("compose-env.sh gives the proxy one host and no certificate when all maps share an origin", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sea-vision-compose-"));
  const script = path.resolve("docs/deploy/compose-env.sh");
  try {
    execFileSync("sh", [script, "sea-vision.example.com", "maps.example.net", "you@example.com"], { cwd: folder });
    const settings = async (name: string) => parseEnv(await readFile(path.join(folder, "compose-env", `${name}.env`), "utf8"));
    expect(await settings("proxy")).toEqual({ APP_HOST: "sea-vision.example.com", MAPS_HOST: "maps.example.net" });
    expect((await settings("product")).MAPS_ORIGIN).toBe("https://maps.example.net");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
