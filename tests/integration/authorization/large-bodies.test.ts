import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { createProject } from "../../setup/fixtures";
import { signedIn } from "../../setup/signed-in";

const KIBIBYTE = 1024;

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Returns a body of this size. */
function bodyOf(bytes: number): Buffer {
  const frame = '{"filler":""}';
  return Buffer.from(`{"filler":"${"x".repeat(bytes - frame.length)}"}`);
}

async function statusOf(path: string, bytes: number, headers: Record<string, string> = {}): Promise<number> {
  const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: bodyOf(bytes) };
  return (await product.ask(path, sent)).status;
}

describe("a body above the limit of its route is refused", () => {
  it.each([
    ["login", 400],
    ["forgot-password", 400],
    ["reset-password", 400],
    // NextAuth redirects to its error page.
    ["callback/credentials", 302],
  ])("by %s above 16 KiB", async (call, status) => {
    expect(await statusOf(`/api/auth/${call}`, 16 * KIBIBYTE)).toBe(status);
    expect(await statusOf(`/api/auth/${call}`, 16 * KIBIBYTE + 1)).toBe(413);
  });

  it("by most routes above 1 MiB, and by those with lists above 4 MiB", async () => {
    const { bearer } = await signedIn("superadmin");
    expect(await statusOf("/api/admin/create", KIBIBYTE ** 2, bearer)).toBe(400);
    expect(await statusOf("/api/admin/create", KIBIBYTE ** 2 + 1, bearer)).toBe(413);
    expect(await statusOf("/api/user/create", 4 * KIBIBYTE ** 2, bearer)).toBe(400);
    expect(await statusOf("/api/user/create", 4 * KIBIBYTE ** 2 + 1, bearer)).toBe(413);
  });
});

interface Operation {
  requestBody?: { content: Record<string, unknown> };
}

/** Their routes have their own limits: for lists of a million files, and for a text of 5 MB. */
const LONGER = ["POST /api/project/version-hashes/{id}", "POST /process-tus-upload", "PUT /api/files/{project}/file-content"];

it("every call with a JSON body answers 413 above 4 MiB, unless its route has a higher limit", async () => {
  const { paths } = JSON.parse((await product.ask("/api/openapi.json")).body) as { paths: Record<string, Record<string, Operation>> };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody?.content["application/json"])
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
  const { id } = await createProject(null);
  const accounts = await Promise.all((["user", "admin", "superadmin"] as const).map((role) => signedIn(role)));
  const body = bodyOf(4 * KIBIBYTE ** 2 + 1);
  const longer: string[] = [];
  for (const { method, path } of calls) {
    const statuses: number[] = [];
    for (const { bearer } of accounts) {
      const headers = { ...bearer, "content-type": "application/json" };
      const address = path.replace("{project}", "assets").replace("{id}", id);
      statuses.push((await product.ask(address, { method, headers, body })).status);
    }
    if (!statuses.includes(413)) longer.push(`${method} ${path}`);
  }
  expect(calls.length).toBeGreaterThan(20);
  expect(longer.sort()).toEqual(LONGER);
});
