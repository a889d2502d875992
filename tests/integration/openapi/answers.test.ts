import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../authorization/ask";
import { type RunningProduct, startProduct } from "../../authorization/product";
import type { Caller, Row } from "../../authorization/row";
import { callRows } from "../../authorization/table";
import { newWorld, type World } from "../../authorization/world";
import { type DescribedOperation, DocumentValidator, describedDocument, describedPath } from "./described";

let product: RunningProduct;
const validator = new DocumentValidator(describedDocument());

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Callers whose requests cover every kind of response. */
const callers = ["anonymous", "user", "admin", "superadmin"] as const satisfies readonly Caller[];

const typeOf = ({ headers }: Answer) => headers["content-type"]?.split(";")[0]?.trim() ?? "";

function valuesOf(answer: Answer): unknown[] {
  if (typeOf(answer) === "application/json") return [JSON.parse(answer.body)];
  if (typeOf(answer) !== "application/x-ndjson") return [];
  const lines = answer.body.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Returns the undocumented parts of a response. */
function faultsOfAnswer(operation: DescribedOperation, answer: Answer, isHead: boolean): string[] {
  const response = validator.response(operation, answer.status);
  if (!response) return [`status ${answer.status} is not described`];
  const hasBody = !isHead && answer.body !== "";
  if (!hasBody) return [];
  const content = response.content?.[typeOf(answer)] ?? response.content?.["*/*"];
  if (!content) return [`${answer.status} of the type ${typeOf(answer)} is not described`];
  const { schema = {} } = content;
  return valuesOf(answer).flatMap((value) => validator.findFaults(schema, value));
}

/** Returns the undocumented parts of a successful request. */
function faultsOfRequest(operation: DescribedOperation, body: unknown): string[] {
  if (body === undefined || Buffer.isBuffer(body)) return [];
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema ? validator.findFaults(schema, body) : ["a body is not described"];
}

async function faultsOf(row: Row, world: World, caller: (typeof callers)[number]): Promise<string[]> {
  const operation = validator.operation(row.route, row.method);
  const { path = row.route, headers, body } = (await row.call?.(world, caller, product.ask)) ?? {};
  const credentials = caller === "anonymous" ? {} : world.people[caller].bearer;
  const answer = await product.ask(path, { method: row.method, body, headers: { ...credentials, ...headers } });
  const faults = faultsOfAnswer(operation, answer, row.method === "HEAD");
  if (answer.status < 300) faults.push(...faultsOfRequest(operation, body));
  return faults.map((fault) => `${caller}: ${fault}`);
}

const described = callRows.filter(({ on, route }) => !on && validator.document.paths[describedPath(route)]);

describe("the responses of the API", () => {
  it.each(described.map((row) => ({ name: [row.method, row.route, row.what].filter(Boolean).join(" "), row })))(
    "to $name match the OpenAPI document",
    async ({ row }) => {
      const world = await newWorld();
      const faults: string[] = [];
      for (const caller of callers) faults.push(...(await faultsOf(row, world, caller)));
      expect(faults).toEqual([]);
    },
  );
});

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
  ])("of %s contain rows that match the schema", async (path, field) => {
    const { people } = await newWorld();
    const answer = await product.ask(path, { headers: people.superadmin.bearer });
    expect(faultsOfAnswer(validator.operation(path, "GET"), answer, false)).toEqual([]);
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
    const { people } = await newWorld();
    const headers = "headers" in options ? options.headers : {};
    const answer = await product.ask(path, { ...options, headers: { ...people.admin.bearer, ...headers } });
    expect(answer.status).toBe(status);
    const route = path.split("?")[0] ?? "";
    expect(faultsOfAnswer(validator.operation(route, options.method), answer, false)).toEqual([]);
  });

  it("for too many attempts contain the time to wait", async () => {
    const { people } = await newWorld();
    const body = { currentPassword: "not this one", newPassword: "another long pass phrase" };
    const call = () => product.ask("/api/user/change-password", { method: "POST", body, headers: people.user.bearer });
    let answer = await call();
    for (let tries = 1; tries < 20 && answer.status === 400; tries += 1) answer = await call();
    expect([answer.status, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(faultsOfAnswer(validator.operation("/api/user/change-password", "POST"), answer, false)).toEqual([]);
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
