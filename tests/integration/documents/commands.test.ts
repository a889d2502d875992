import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillIn, readShellBlocks } from "../../deploy/blocks";
import { rasterPmtiles } from "../../setup/data-files/pmtiles";
import { until } from "../../setup/until";
import { newCopy, Product, removeCopy } from "../supervisor/product";
import { Reader } from "./reader";

const ADMIN = "superadmin@example.com";
const PASSWORD = "harbour-depths-moorings";

let product: Product;
let reader: Reader;

async function call(route: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.origin}${route}`, { method: "POST", ...init });
  expect(answer.ok, `${answer.status} to ${route}`).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

const jsonOf = (value: object) => ({ headers: { "Content-Type": "application/json" }, body: JSON.stringify(value) });

/** Creates a token that may create the project of the pages. */
async function createApiToken(): Promise<string> {
  const { token: session } = await call("/api/auth/login", jsonOf({ email: ADMIN, password: PASSWORD }));
  const { headers, body } = jsonOf({ name: "Pipeline", scope: "everything", expiresInDays: 7 });
  const { token } = await call("/api/auth/tokens", { headers: { ...headers, Authorization: `Bearer ${session}` }, body });
  return String(token);
}

/** Publishes one project first, because a user has at least one. */
async function createUser(email: string): Promise<void> {
  const { token } = await call("/api/auth/login", jsonOf({ email: ADMIN, password: PASSWORD }));
  const authorization = { Authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set("projectName", "Depths");
  form.set("zipFile", new Blob([await readFile(path.join(reader.folder, "site.zip"))]), "site.zip");
  await call("/upload-zip-direct", { headers: authorization, body: form });
  await until("the project is listed", async () => {
    const { projects } = await call("/api/project/all", { method: "GET", headers: authorization });
    const depths = (projects as { _id: string; name: string }[]).find(({ name }) => name === "Depths");
    if (!depths) return false;
    const user = jsonOf({ fullName: "Ada", email, password: PASSWORD, assignedProjects: [depths._id] });
    await call("/api/user/create", { ...user, headers: { ...user.headers, ...authorization } });
    return true;
  });
}

/** Runs a page's commands in one shell, with this product's address in place of the examples. @returns the output */
async function follow(page: string): Promise<string> {
  const blocks = await readShellBlocks(page);
  expect(blocks.length).toBeGreaterThan(0);
  const values = {
    "https://sea-vision.example.com": product.origin,
    "/usr/local/bin": path.join(reader.folder, "bin"),
    "admin@example.com": ADMIN,
    "YOUR-PASSWORD": PASSWORD,
    "YOUR-TOKEN": await createApiToken(),
  };
  const { code, printed } = await reader.run(fillIn(blocks.join("\n"), values));
  expect(code, printed).toBe(0);
  return printed;
}

beforeAll(async () => {
  const copy = await newCopy();
  copy.settings = { SUPERADMIN_EMAIL: ADMIN, SUPERADMIN_PASSWORD: PASSWORD };
  [product, reader] = await Promise.all([new Product(copy).running(), Reader.open()]);
  await writeFile(path.join(reader.folder, "password.txt"), PASSWORD);
  await writeFile(path.join(reader.folder, "harbour.pmtiles"), await rasterPmtiles());
});
afterAll(async () => {
  await reader.close();
  await product.end();
  await removeCopy(product.copy);
});

it("README.md names commands that exist", async () => {
  await follow("README.md");
});

it("docs/api.md leads from sign-in to published, replaced and edited maps", async () => {
  const printed = await follow("docs/api.md");
  expect(printed).toContain('"message":"The map is online."');
  expect(printed).toContain("<h1>Harbour</h1>");
});

it("docs/command-line.md publishes a folder and a ZIP, and signs in and out", async () => {
  await createUser("user@example.com");
  const printed = await follow("docs/command-line.md");
  expect(printed).toContain(`Online: ${product.origin}/projects/maps/harbour-2026/`);
  expect(printed).toContain("Assigned to user@example.com.");
});
