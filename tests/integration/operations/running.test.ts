import { readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@/server/database/free-port";
import { until } from "../../setup/until";
import { type Copy, newCopy, Product, removeCopy } from "../supervisor/product";
import { parseExposition, type Sample } from "./exposition";

const PASSWORD = "correct-horse-battery";
const WRONG_PASSWORD = "wrong-horse-battery";
const EMAIL = "superadmin@example.com";

let copy: Copy;
let product: Product;
let metricsPort: number;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with headers that fetch does not allow. */
function sendRequest(
  target: string,
  { method = "GET", headers = {}, body = "" }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(target, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      answer.on("error", reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

function post(at: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return sendRequest(`${product.origin}${at}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: product.origin, ...headers },
    body: JSON.stringify(body),
  });
}

async function scrape(process: "web" | "maps" | "worker"): Promise<Sample[]> {
  const port = metricsPort + ["web", "maps", "worker"].indexOf(process);
  const { status, headers, body } = await sendRequest(`http://127.0.0.1:${port}/metrics`);
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  return parseExposition(body);
}

function sampleValue(samples: Sample[], name: string, labels: Record<string, string> = {}): number | undefined {
  return samples.find((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))?.value;
}

function requestLines(): Record<string, unknown>[] {
  // The last line may not be complete yet.
  const lines = product.output
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === "request");
}

beforeAll(async () => {
  // Each of the three processes needs a port.
  metricsPort = await freePort(3);
  const settings = {
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: "debug",
    TRUSTED_PROXIES: "1",
    SUPERADMIN_EMAIL: EMAIL,
    SUPERADMIN_PASSWORD: PASSWORD,
  };
  copy = { ...(await newCopy()), settings };
  product = new Product(copy);
  await product.running();
});

afterAll(async () => {
  await product.end();
  await removeCopy(copy);
});

test("every process exposes Prometheus metrics by route, without names from requests", async () => {
  await sendRequest(`${product.origin}/api/project/check-name/a-name-that-must-stay-secret`);
  await sendRequest(`${product.origin}/nothing/of/the/kind`);
  await sendRequest(`http://localhost:${copy.mapsPort}/projects/maps/harbour/index.html`);
  const [web, maps, worker] = await Promise.all([scrape("web"), scrape("maps"), scrape("worker")]);
  const requests = "sea_vision_http_requests_total";
  expect(sampleValue(web, requests, { route: "/api/project/check-name/[name]", method: "GET", status: "4xx" })).toBe(1);
  expect(sampleValue(web, requests, { route: "(unknown)" })).toBeGreaterThanOrEqual(1);
  expect(sampleValue(web, "sea_vision_http_sent_bytes_total", { route: "/api/project/check-name/[name]" })).toBeGreaterThan(100);
  expect(sampleValue(maps, requests, { route: "/projects/maps/[...path]" })).toBe(1);
  expect(sampleValue(worker, "sea_vision_jobs_waiting", { job: "imports.publish" })).toBe(0);
  expect(sampleValue(worker, "sea_vision_database_up")).toBe(1);
  for (const samples of [web, maps, worker]) {
    for (const name of ["process_resident_memory_bytes", "nodejs_eventloop_lag_seconds", "sea_vision_database_connections_limit"]) {
      expect(sampleValue(samples, name)).toBeDefined();
    }
    expect(JSON.stringify(samples)).not.toMatch(/a-name-that|harbour|nothing\/of/);
  }
});

test("responses and log lines share a request ID, which a trusted proxy may set", async () => {
  const given = await sendRequest(`${product.origin}/api/auth/me?token=not-for-the-log`, { headers: { "X-Request-Id": "proxy-4711" } });
  expect(given.headers["x-request-id"]).toBe("proxy-4711");
  await until("the log line exists", () => requestLines().some(({ requestId }) => requestId === "proxy-4711"));
  const line = requestLines().find(({ requestId }) => requestId === "proxy-4711");
  expect(line).toMatchObject({ process: "web", method: "GET", route: "/api/auth/me", path: "/api/auth/me", status: 401 });
  for (const odd of ["x".repeat(65), 'a"b', "a b"]) {
    const answer = await sendRequest(`${product.origin}/api/auth/me`, { headers: { "X-Request-Id": odd } });
    expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  }
});

test("no process logs a secret", async () => {
  await post("/api/auth/login", { email: EMAIL, password: WRONG_PASSWORD });
  const signedIn = await post("/api/auth/login", { email: EMAIL, password: PASSWORD });
  expect(signedIn.status).toBe(200);
  const { token } = JSON.parse(signedIn.body) as { token: string };
  const bearer = { Authorization: `Bearer ${token}` };
  const cookies = [signedIn.headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => cookie.split(";", 1)[0]?.split("=").slice(1).join("=") ?? "");
  await post("/api/auth/forgot-password", { email: EMAIL });
  await post("/api/auth/reset-password", { token: "a-token-of-a-mail-0123456789abcdefghij", newPassword: WRONG_PASSWORD });
  await sendRequest(`${product.origin}/reset-password?token=a-token-of-a-mail-0123456789abcdefghij`);
  const redirect = await sendRequest(`${product.origin}/projects/maps/assets/`, { headers: bearer });
  const ticket = new URL(String(redirect.headers["location"])).searchParams.get("sea-vision-ticket") ?? "";
  expect(ticket).not.toBe("");
  const passed = await sendRequest(String(redirect.headers["location"]));
  const pass = [passed.headers["set-cookie"] ?? []].flat().map((cookie) => cookie.split(";", 1)[0]?.split("=").slice(1).join("=") ?? "");
  await post("/extract-tus-zip", '{"password":"not json', bearer);
  const address = (await readFile(path.join(copy.dataDir, "database-url"), "utf8")).trim();
  const authSecret = (await readFile(path.join(copy.dataDir, "auth-secret"), "utf8")).trim();

  // Errors with details are logged when the database fails during requests.
  const postgres = product.find("postgres").pid;
  process.kill(postgres, "SIGSTOP");
  for (const one of product.processes()) if (one.parent === postgres) process.kill(one.pid, "SIGKILL");
  process.kill(postgres, "SIGKILL");
  await Promise.all([
    post("/api/auth/login", { email: EMAIL, password: PASSWORD }),
    sendRequest(`${product.origin}/api/auth/me`, { headers: bearer }),
  ]);
  expect(sampleValue(await scrape("worker"), "process_resident_memory_bytes")).toBeGreaterThan(0);
  await until("the product is healthy again", async () => (await product.health()) === 200, 60_000);

  const secrets = {
    PASSWORD,
    WRONG_PASSWORD,
    token,
    ticket,
    authSecret,
    database: decodeURIComponent(new URL(address).password),
    mail: "a-token-of-a-mail",
  };
  const found = Object.entries(secrets).filter(([, secret]) => secret.length > 5 && product.output.includes(secret));
  expect(found.map(([name]) => name)).toEqual([]);
  expect([...cookies, ...pass].filter((value) => value.length > 20 && product.output.includes(value))).toEqual([]);
  expect(product.output).not.toContain("$argon2");
});

test("a name with a line break stays within one log line", async () => {
  await sendRequest(`${product.origin}/api/project/check-name/one%0A%7B%22level%22:60%7D`);
  const isLine = ({ route }: Record<string, unknown>) => route === "/api/project/check-name/[name]";
  await until("the log line exists", () => requestLines().filter(isLine).length >= 2);
  expect(product.output).not.toMatch(/^\{"level":60\}/m);
});
