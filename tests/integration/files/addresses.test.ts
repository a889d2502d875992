import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";

let product: RunningProduct;
let admin: SignedIn;

beforeAll(async () => {
  product = await startProduct();
  admin = await signedIn("admin");
  await createProject(null, { name: "A/B Harbour", safeName: "ab-harbour" });
});
afterAll(() => product.close());

const statusOf = async (address: string) => (await product.ask(`/api/files/${address}`, { headers: admin.bearer })).status;

it.each([
  ["ab-harbour", 200],
  ["A%2FB%20Harbour", 200],
  ["a%2fb%20harbour", 200],
  ["assets", 200],
  ["%61ssets", 200],
  ["assets%2f", 404],
  ["ab-harbour%2f..%2fassets", 404],
  ["A%252FB%2520Harbour", 404],
  ["ab-harbour;x", 404],
  ["ab-harbour%00", 404],
  ["ab-harbour%0a", 404],
  ["..", 404],
  ["%2e%2e", 404],
  ["%2e%2e%2f", 404],
  ["%252e%252e", 404],
  ["a%5cb", 404],
  ["__proto__", 404],
  ["x".repeat(5_000), 404],
  ["%ff", 400],
  ["100%", 400],
])("GET /api/files/%s/browse returns %i", async (project, status) => expect(await statusOf(`${project}/browse`)).toBe(status));

it.each(["%00", "%2e%2e%2f", "%252e%252e%252f", "%5c..", "/etc", "a&path=.."])(
  "GET /api/files/{project}/browse returns 400 for the encoded path %s",
  async (path) => {
    expect(await statusOf(`ab-harbour/browse?path=${path}`)).toBe(400);
  },
);
