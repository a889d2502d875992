/**
 * Measures, in Chromium with an empty cache, the JavaScript that each page of a superadmin transfers, gzip: in its first load, and until its
 * network is idle, with what loads after hydration, such as the tray of uploads. Then it measures the largest contentful paint of /projects,
 * with 500 projects and a processor slowed down four times. Needs a build. `npx tsx bench/pages/pages.ts [visits]`
 */
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { insertProjects } from "../../tests/setup/product-database";
import { withProduct } from "../setup/running-product";

const visits = Number(process.argv[2] ?? 5);
const PROJECTS = 500;
const SLOWED = 4;
const LCP_MS = 2_500;
const OTHER_KB = 260;
/** Kilobytes of 1,000 bytes. */
const aims: Readonly<Record<string, number>> = {
  "/login": 170,
  "/reset-password": OTHER_KB,
  "/invitation": OTHER_KB,
  "/dashboard": OTHER_KB,
  "/projects": OTHER_KB,
  "/users": OTHER_KB,
  "/admin-management": OTHER_KB,
  "/file-manager": OTHER_KB,
  "/audit-log": OTHER_KB,
  "/api-tokens": OTHER_KB,
  "/settings": OTHER_KB,
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function newContext(browser: Browser, origin: string, isSignedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (!isSignedIn) return context;
  const data = { email: process.env.SUPERADMIN_EMAIL, password: process.env.SUPERADMIN_PASSWORD };
  const answer = await context.request.post(`${origin}/api/auth/login`, { data, headers: { origin } });
  if (answer.status() !== 200) throw new Error(`Signing in: ${answer.status()}`);
  return context;
}

/** Returns the kilobytes of JavaScript in the scripts of the HTML, and in all until the network is idle. */
async function weigh(browser: Browser, origin: string, route: string): Promise<{ first: number; all: number }> {
  const isPublic = ["/login", "/reset-password", "/invitation"].includes(route);
  const context = await newContext(browser, origin, !isPublic);
  const page = await context.newPage();
  const html = page.waitForResponse((response) => response.url() === `${origin}${route}`).then((response) => response.text());
  const scripts: Promise<{ path: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(request.sizes().then((sizes) => ({ path: pathname, bytes: sizes.responseBodySize })));
  });
  await page.goto(`${origin}${route}`, { waitUntil: "networkidle" });
  const all = await Promise.all(scripts);
  const text = await html;
  await context.close();
  const sum = (files: typeof all) => files.reduce((total, { bytes }) => total + bytes, 0) / 1_000;
  return { first: sum(all.filter(({ path }) => text.includes(path.replace("/_next/", "")))), all: sum(all) };
}

/** Returns the milliseconds until the largest element is painted. */
async function paint(browser: Browser, origin: string): Promise<number> {
  const context = await newContext(browser, origin, true);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await page.goto(`${origin}/projects`, { waitUntil: "networkidle" });
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return time;
}

const missed = await withProduct(async ({ origin, copy }) => {
  process.env.E2E_PRODUCT_DIR = copy.dataDir;
  await insertProjects(Array.from({ length: PROJECTS }, (_, at) => ({ name: `Project ${at}`, mapUrl: "https://maps.example/" })));
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  try {
    const rows: Record<string, Record<string, number>> = {};
    for (const [route, aim] of Object.entries(aims)) {
      const { first, all } = await weigh(browser, origin, route);
      rows[route] = { "first load, KB": Math.round(first), "until idle, KB": Math.round(all), aim };
    }
    console.table(rows);
    const times: number[] = [];
    for (let visit = 0; visit < visits; visit += 1) times.push(await paint(browser, origin));
    console.info(`Largest contentful paint of /projects: median ${median(times).toFixed(0)} ms of ${visits} visits (aim ${LCP_MS} ms)`);
    const isHeavy = Object.values(rows).some((row) => (row["first load, KB"] ?? 0) > (row["aim"] ?? 0));
    return isHeavy || median(times) > LCP_MS;
  } finally {
    await browser.close();
  }
});
process.exitCode = missed ? 1 : 0;
