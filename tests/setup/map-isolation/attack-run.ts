import { expect, type FrameLocator, type Page } from "@playwright/test";
import { z } from "zod";
import type { TestMap, TwoMaps } from "./two-maps";

const triesSchema = z.array(z.object({ attack: z.string(), address: z.string(), seen: z.string() }));
const resultsSchema = z.object({
  /** Attacks of the hostile map on itself. */
  own: triesSchema,
  other: triesSchema,
  storage: z.string(),
  cookies: z.string(),
  workers: z.object({ registered: z.number(), left: z.number() }),
});
type Results = z.infer<typeof resultsSchema>;

/** Attacks take a while on a machine that runs a whole cluster. */
const patience = { timeout: 120_000 };

/** Signs in at the sign-in screen. */
export async function signInAt(page: Page, { user }: TwoMaps): Promise<void> {
  await page.goto("/login?next=/projects");
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { name: "My Assigned Projects" })).toBeVisible(patience);
}

/** Has the hostile map attack, and reads the results off its page. */
async function attack(map: Page | FrameLocator): Promise<Results> {
  await map.getByRole("button", { name: "Attack" }).click();
  const output = map.locator("output");
  await expect(output).not.toBeEmpty(patience);
  await expect(output).not.toContainText("The attacks failed");
  return resultsSchema.parse(JSON.parse((await output.textContent()) ?? ""));
}

/** @param impossible attacks that can't even work on the hostile map itself */
function expectNothingRead(results: Results, { hostile, victim }: TwoMaps, impossible: readonly string[] = []): void {
  const isRead = (seen: string, { secret }: TestMap) => seen.includes(secret.text) || seen === secret.pixel;
  const failed = results.own.filter(({ seen }) => !isRead(seen, hostile)).map(({ attack: name }) => name);
  expect(failed, JSON.stringify(results.own)).toEqual(impossible);
  expect(results.other.length).toBe(results.own.length * 4);
  expect(results.other.filter(({ seen }) => isRead(seen, victim))).toEqual([]);
  for (const held of [results.storage, results.cookies]) {
    expect(held).toContain(hostile.secret.text);
    expect(held).not.toContain(victim.secret.text);
    expect(held).not.toContain("sea-vision.");
  }
  expect(results.workers).toEqual({ registered: 1, left: 0 });
}

/** Expects the victim to open as it did, and the user to be signed in still. */
async function expectUnharmed(page: Page, { victim }: TwoMaps): Promise<void> {
  await page.goto(`/projects/maps/${victim.safeName}/`);
  await expect(page.getByText(victim.secret.text)).toBeVisible(patience);
  await page.goto("/projects");
  await expect(page.getByRole("heading", { name: "My Assigned Projects" })).toBeVisible(patience);
}

/** Attacks from a tab while the victim is open in another. @param page of a user who has signed in */
export async function attackFromTab(page: Page, maps: TwoMaps): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(`/projects/maps/${maps.victim.safeName}/`);
  await expect(tab.getByText(maps.victim.secret.text)).toBeVisible(patience);
  await page.goto(`/projects/maps/${maps.hostile.safeName}/`);
  expectNothingRead(await attack(page), maps);
  await expectUnharmed(page, maps);
  await tab.reload();
  await expect(tab.getByText(maps.victim.secret.text)).toBeVisible(patience);
}

/** Attacks from the viewer after the victim was open in it. @param page of a user who has signed in */
export async function attackFromViewer(page: Page, maps: TwoMaps): Promise<void> {
  const map = page.frameLocator("iframe");
  await page.goto(`/projects?map=${maps.victim.safeName}`);
  await expect(map.getByText(maps.victim.secret.text)).toBeVisible(patience);
  await page.goto(`/projects?map=${maps.hostile.safeName}`);
  // The Cross-Origin-Opener-Policy of the application keeps windows that a map opens there apart from the map.
  expectNothingRead(await attack(map), maps, ["popup"]);
  await page.goto(`/projects?map=${maps.victim.safeName}`);
  await expect(map.getByText(maps.victim.secret.text)).toBeVisible(patience);
  await expectUnharmed(page, maps);
}
