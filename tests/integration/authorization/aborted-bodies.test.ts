import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "../../authorization/product";
import { createProject } from "../../setup/fixtures";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";

const DEBUG = 20;
const INFO = 30;

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  path?: string;
}

let product: RunningProduct;
let admin: SignedIn;
let safeName: string;

beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: "debug" });
  admin = await signedIn("admin");
  ({ safeName } = await createProject(null));
});
afterAll(() => product.close());

const lines = () => product.logged.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Line);

/** Sends part of a body after the server has accepted the head, then resets the connection. Returns the reasons in the log. */
async function reasonsOfReset(method: string, path: string, type: string): Promise<Line[]> {
  const head = {
    host: "localhost",
    ...admin.bearer,
    "content-type": type,
    "content-length": "1000",
    expect: "100-continue",
    "tus-resumable": "1.0.0",
    "upload-length": "1000",
  };
  const fields = Object.entries(head).map((field) => `${field.join(": ")}\r\n`);
  const socket = connect(product.ports.app, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\n${fields.join("")}\r\n`);
  await once(socket, "data");
  socket.write("{", () => socket.resetAndDestroy());
  const findRequest = () => lines().find((line) => line.msg === "request" && line.path === path);
  const reasons = () => lines().filter(({ requestId, msg }) => msg !== "request" && requestId === findRequest()?.requestId);
  await until(`${path} and the reason are logged`, () => findRequest() !== undefined && reasons().length > 0);
  return reasons();
}

it.each([
  ["POST", "/api/auth/login", "application/json"],
  ["POST", "/api/files/[project]/copy", "application/json"],
  ["PUT", "/api/files/[project]/file-content", "application/json"],
  ["POST", "/api/files/[project]/files", "multipart/form-data; boundary=x"],
  ["POST", "/process-tus-upload", "application/json"],
  ["POST", "/upload-zip-direct", "multipart/form-data; boundary=x"],
  ["POST", "/files", "application/offset+octet-stream"],
])("%s %s logs one line at debug when the client resets the connection", async (method, route, type) => {
  const reasons = await reasonsOfReset(method, route.replace("[project]", safeName), type);
  expect(reasons.map(({ level }) => level)).toEqual([DEBUG]);
});

it("no request that its client resets is logged above info", () => {
  expect(lines().filter(({ level, requestId }) => requestId !== undefined && level > INFO)).toEqual([]);
});
