import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { newFile } from "../../authorization/rows-file-management";
import { newUpload } from "../../authorization/rows-projects";
import { newWorld, type World } from "../../authorization/world";
import { DocumentValidator, describedDocument, faultsOfAnswer } from "./described";

let product: RunningProduct;
let people: World["people"];
const validator = new DocumentValidator(await describedDocument());

beforeAll(async () => {
  product = await startProduct();
  const world = await newWorld();
  ({ people } = world);
  // So that the lists of files, uploads and events have rows.
  await newFile(world);
  await newUpload(product.ask, people.admin);
  await product.ask("/api/admin/update", { method: "PUT", body: { name: "Renamed" }, headers: people.admin.bearer });
});
afterAll(() => product.close());

describe("list responses", () => {
  it.each([
    ["/api/user/all", "users"],
    ["/api/admin/all", "admins"],
    ["/api/project/all", "projects"],
    ["/api/project/names", "projects"],
    ["/api/audit", "events"],
    ["/api/file-management/all", "files"],
    ["/api/auth/sessions", "sessions"],
    ["/api/auth/tokens", "tokens"],
    ["/api/superadmin/api-tokens", "tokens"],
    ["/api/superadmin/uploads", "uploads"],
  ])("of %s contain rows that match the schema", async (path, field) => {
    const answer = await product.ask(path, { headers: people.superadmin.bearer });
    expect(faultsOfAnswer(validator, validator.operation(path, "GET"), answer, false)).toEqual([]);
    expect((JSON.parse(answer.body) as Record<string, unknown[]>)[field]).not.toEqual([]);
  });
});

describe("error responses", () => {
  it.each([
    ["an invalid query", "/api/user/all?limit=none", { method: "GET" }, 400],
    ["an invalid body", "/api/user/create", { method: "POST", body: {} }, 400],
    [
      "a body that is not JSON",
      "/api/user/create",
      { method: "POST", body: Buffer.from("x"), headers: { "content-type": "text/plain" } },
      415,
    ],
    ["a too large body", "/api/user/create", { method: "POST", body: { fullName: "x".repeat(5_000_000) } }, 413],
  ] as const)("for %s match the schema", async (_what, path, options, status) => {
    const headers = "headers" in options ? options.headers : {};
    const answer = await product.ask(path, { ...options, headers: { ...people.admin.bearer, ...headers } });
    expect(answer.status).toBe(status);
    const route = path.split("?")[0] ?? "";
    expect(faultsOfAnswer(validator, validator.operation(route, options.method), answer, false)).toEqual([]);
  });

  it("for too many attempts contain the time to wait", async () => {
    const body = { currentPassword: "not this one", newPassword: "another long pass phrase" };
    const call = () => product.ask("/api/user/change-password", { method: "POST", body, headers: people.user.bearer });
    let answer = await call();
    for (let tries = 1; tries < 20 && answer.status === 400; tries += 1) answer = await call();
    expect([answer.status, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(faultsOfAnswer(validator, validator.operation("/api/user/change-password", "POST"), answer, false)).toEqual([]);
  });
});

describe("GET /api/openapi.json", () => {
  it("is public, cacheable by its ETag and excluded from search engines", async () => {
    const { status, headers, body } = await product.ask("/api/openapi.json");
    expect([status, headers["x-robots-tag"], headers["cache-control"]]).toEqual([200, "noindex", "public, max-age=300"]);
    expect(Object.keys((JSON.parse(body) as { paths: object }).paths)).toEqual(Object.keys(validator.document.paths));
    const again = await product.ask("/api/openapi.json", { headers: { "if-none-match": headers.etag ?? "" } });
    expect([again.status, again.body]).toEqual([304, ""]);
  });
});
