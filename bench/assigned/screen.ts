/**
 * Measures the screen My Assigned Projects in Chromium, against a running product, as a user with about 2,000 projects:
 * `npx tsx bench/assigned/screen.ts http://localhost:3000 email password [visits]`.
 * Prints the time to the first rows, the longest task while a user types into the search (also with hundreds of rows on the page), and
 * the time from the last letter to the rows. The field waits 250 ms of it for another letter.
 * Targets: rows within 1 s, and no task over 50 ms, which users notice as a stutter.
 */
import { chromium, type Page } from "playwright-core";

const [origin, email, password, visits = "10"] = process.argv.slice(2);
if (!origin || !email || !password) throw new Error("Usage: npx tsx bench/assigned/screen.ts origin email password [visits]");

const SEARCHES = ["survey 1", "harbour", "19"] as const;
const ROWS = 'table[aria-label="Assigned projects"] tbody tr';

const browser = await chromium.launch({
  executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const summary = (values: number[]) => ({
  least: Math.min(...values).toFixed(0),
  median: median(values).toFixed(0),
  most: Math.max(...values).toFixed(0),
});

/** Returns the milliseconds since the visit began, by the page's clock. */
async function timeOfRows(page: Page): Promise<number> {
  await page.goto(`${origin}/projects`, { waitUntil: "commit" });
  const found = await page.waitForFunction((rows) => (document.querySelector(rows) ? performance.now() : null), ROWS, { polling: "raf" });
  return Number(await found.jsonValue());
}

/** @returns the longest task (0 when none took 50 ms), and the time from the last letter to the rows */
async function type(page: Page, text: string): Promise<{ longest: number; answered: number }> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  const field = page.getByPlaceholder("Search projects...");
  await field.fill("");
  const answer = page.waitForResponse((response) => response.url().includes(`search=${text.replace(" ", "+")}`));
  await field.pressSequentially(text, { delay: 60 });
  const last = performance.now();
  await answer;
  await page.locator('table[aria-busy="false"]').waitFor();
  const answered = performance.now() - last;
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  return { longest: Math.max(0, ...tasks), answered };
}

async function scrollToRows(page: Page, count: number): Promise<void> {
  for (let shown = await page.locator(ROWS).count(); shown < count; shown = await page.locator(ROWS).count()) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.locator(ROWS).nth(shown).waitFor();
  }
}

try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const signIn = await context.request.post(`${origin}/api/auth/login`, { data: { email, password }, headers: { origin } });
  if (signIn.status() !== 200) throw new Error(`Signing in: ${signIn.status()}`);
  const page = await context.newPage();
  const first: number[] = [];
  const typed: Record<string, { longest: number[]; answered: number[] }> = {};
  for (let visit = 0; visit < Number(visits); visit += 1) {
    first.push(await timeOfRows(page));
    for (const rows of [50, 300]) {
      await scrollToRows(page, rows);
      const what = `typing, ${rows} rows`;
      const times = typed[what] ?? { longest: [], answered: [] };
      typed[what] = times;
      for (const search of SEARCHES) {
        const { longest, answered } = await type(page, search);
        times.longest.push(longest);
        times.answered.push(answered);
      }
      await page.getByPlaceholder("Search projects...").fill("");
      await page.locator('table[aria-busy="false"]').waitFor();
    }
  }
  const table: Record<string, ReturnType<typeof summary>> = { "first rows": summary(first) };
  for (const [what, { longest, answered }] of Object.entries(typed)) {
    table[`${what}, longest task`] = summary(longest);
    table[`${what}, rows after the last letter`] = summary(answered);
  }
  console.log(`${visits} visits, milliseconds\n`);
  console.table(table);
} finally {
  await browser.close();
}
