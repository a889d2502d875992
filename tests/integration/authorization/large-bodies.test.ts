import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { signedIn } from "../../setup/signed-in";

const KIBIBYTE = 1024;

let product: RunningProduct;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** A body of so many bytes. */
function bodyOf(bytes: number): Buffer {
  const frame = '{"filler":""}';
  return Buffer.from(`{"filler":"${"x".repeat(bytes - frame.length)}"}`);
}

async function statusOf(path: string, bytes: number, headers: Record<string, string> = {}): Promise<number> {
  const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: bodyOf(bytes) };
  return (await product.ask(path, sent)).status;
}

describe("a body that is larger than its call takes is refused", () => {
  it.each(["login", "forgot-password", "reset-password"])("by %s above 16 KiB", async (call) => {
    expect(await statusOf(`/api/auth/${call}`, 16 * KIBIBYTE)).toBe(400);
    expect(await statusOf(`/api/auth/${call}`, 16 * KIBIBYTE + 1)).toBe(413);
  });

  it("by most calls above 1 MiB, and by those with lists above 4 MiB", async () => {
    const { bearer } = await signedIn("superadmin");
    expect(await statusOf("/api/admin/create", KIBIBYTE ** 2, bearer)).toBe(400);
    expect(await statusOf("/api/admin/create", KIBIBYTE ** 2 + 1, bearer)).toBe(413);
    expect(await statusOf("/api/user/create", 4 * KIBIBYTE ** 2, bearer)).toBe(400);
    expect(await statusOf("/api/user/create", 4 * KIBIBYTE ** 2 + 1, bearer)).toBe(413);
  });
});
