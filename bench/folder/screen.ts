import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";

/** Times of one folder upload, as a user sees them. Milliseconds. */
export interface FolderTimes {
  /** From the drop to the list of its files. */
  read: number;
  /** The longest task of the page between the drop and the list; 0 when none took 50 ms. */
  longestReadTask: number;
  /** By which all processes of the browser have grown at the list. Bytes. */
  readMemory: number;
  /** From the button to the map online. */
  online: number;
  /** The longest task of the page between button and map; 0 when none took 50 ms. */
  longestTask: number;
  requests: number;
}

const LIMIT_MS = 3_600_000;

export interface Account {
  email: string;
  password: string;
}

/** Drops the folder like a desktop. */
async function drop(page: Page, folder: string): Promise<void> {
  const place = await page.getByText("Drop a folder or files here").boundingBox();
  if (!place) throw new Error("The page has no drop zone.");
  const line = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await line.send("Input.dispatchDragEvent", { type, x: place.x + 10, y: place.y + 10, data });
}

/** Returns the resident bytes of all processes of the browser. */
async function memoryOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const kilobytes = processInfo.map(async ({ id }) => {
    const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  });
  return (await Promise.all(kilobytes)).reduce((sum, count) => sum + count * 1024, 0);
}

async function longestTask(page: Page): Promise<number> {
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  return Math.max(0, ...tasks);
}

function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
}

/** Uploads a folder on the screen Upload Folder, in its own browser profile. */
export async function uploadFolder(
  browser: Browser,
  origin: string,
  { email, password }: Account,
  { folder, name }: { folder: string; name: string },
): Promise<FolderTimes> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const signIn = await context.request.post(`${origin}/api/auth/login`, { data: { email, password }, headers: { origin } });
    if (signIn.status() !== 200) throw new Error(`Signing in: ${signIn.status()}`);
    const page = await context.newPage();
    await page.goto(`${origin}/projects?mode=upload`);
    await page.getByRole("textbox", { name: "Project Name" }).fill(name);
    let requests = 0;
    page.on("request", () => {
      requests += 1;
    });
    await page.evaluate(watchTasks);
    const memory = await memoryOf(browser);
    const dropped = performance.now();
    await drop(page, folder);
    const button = page.getByRole("button", { name: "Upload Folder" });
    await button.waitFor({ timeout: LIMIT_MS });
    const read = performance.now() - dropped;
    const readMemory = (await memoryOf(browser)) - memory;
    const longestReadTask = await longestTask(page);
    await page.evaluate(watchTasks);
    requests = 0;
    const pressed = performance.now();
    await button.click();
    const end = page
      .getByRole("main")
      .getByRole("alert")
      .or(page.getByText(`${name} is online.`));
    await end.first().waitFor({ timeout: LIMIT_MS });
    const online = performance.now() - pressed;
    const said = (await end.first().textContent()) ?? "";
    if (!said.includes(`${name} is online.`)) throw new Error(`The upload ended with: ${said}`);
    return { read, longestReadTask, readMemory, online, longestTask: await longestTask(page), requests };
  } finally {
    await context.close();
  }
}
