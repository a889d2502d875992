import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { noteUploads } from "../setup/transfer-screen";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

const PATCHES = /\/files\/[^/?]+$/;

let harbour: Harbour;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

test("the upload screen reports a server that refuses or stalls, and the upload resumes automatically", async ({
  page,
  signInAs,
  complaints,
}) => {
  test.slow();
  await signInAs("admin");
  const uploads = noteUploads(page);
  const screen = new UploadScreen(page);
  await screen.throttleHard();
  await screen.begin(unused("Waits"), harbour.largeArchive);
  await screen.reached(1);

  // One route for the whole test: a request in flight may hang when its route is removed.
  let server: "answers" | "refuses" | "is silent" = "refuses";
  const held: (() => Promise<void>)[] = [];
  await page.route(PATCHES, (route) => {
    if (server === "answers" || route.request().method() !== "PATCH") return route.continue();
    if (server === "refuses") return route.fulfill({ status: 503 });
    held.push(() => route.abort("connectionreset"));
  });
  // The first chunk leaves at once, and the second is refused.
  await screen.throttle();
  const refused = page.getByText("The server cannot take the upload right now. It goes on by itself as soon as it can.");
  await expect(refused).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Waiting", { exact: true })).toBeVisible();
  await expectAccessible(page, "an upload that the server cannot take");

  // So slow that the upload can't end before the server is silent.
  await screen.throttleHard();
  server = "answers";
  await expect(refused).toHaveCount(0, { timeout: 30_000 });
  await screen.reached(25);

  server = "is silent";
  await screen.throttle();
  const still = page.getByText("Nothing has moved for some seconds. The upload goes on by itself.");
  await expect(still).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page, "an upload that stands still");

  server = "answers";
  await screen.unthrottle();
  for (const lose of held) await lose();
  await screen.completed();
  expect(uploads.filter((note) => note === "POST")).toHaveLength(1);
  // The browser logs each refused or lost request.
  complaints.length = 0;
});
