import { type Browser, type BrowserContext, chromium } from "playwright-core";
import type { Access } from "../publish/client";

export const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });

/** A program that draws without a graphics card takes minutes for hundreds of thousands of areas. */
const DRAW_MS = 300_000;

/** Opens a map. @returns milliseconds since 1970 at which its first tiles are drawn */
export async function draw(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => document.documentElement.dataset.state === "ready", undefined, { timeout: DRAW_MS });
  return Date.now();
}

export async function signedIn(browser: Browser, { origin }: Access): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/login`);
  const person = { email: process.env.SUPERADMIN_EMAIL, password: process.env.SUPERADMIN_PASSWORD };
  const status = await page.evaluate(async (body) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch("/api/auth/login", { method: "POST", headers, body: JSON.stringify(body) })).status;
  }, person);
  if (status !== 200) throw new Error(`Signing in was answered ${status}.`);
  await page.close();
  return context;
}

interface PublishedFile {
  uploadId: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Publishes an upload as a folder of one file. @returns the project's safe name */
export async function publish({ origin, headers }: Access, projectName: string, file: PublishedFile): Promise<string> {
  const files = [{ ...file, relativePath: file.name }];
  const answer = await fetch(`${origin}/process-tus-upload`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ projectName, description: "", files }),
  });
  if (!answer.ok) throw new Error(`The map was refused (${answer.status}): ${await answer.text()}`);
  return ((await answer.json()) as { safeName: string }).safeName;
}
