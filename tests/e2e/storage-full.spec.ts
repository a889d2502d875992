import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { type Harbour, writeHarbour } from "../setup/harbour";
import { inProduct } from "../setup/product-database";
import { unused } from "../setup/unused";
import { UploadScreen } from "../setup/upload-screen";

let harbour: Harbour;
let upload: string;

test.beforeAll(async () => {
  harbour = await writeHarbour();
});
test.afterAll(() => harbour.remove());

// An unfinished upload reserves more than any disk has. No other test uses this server at the same time.
test.beforeEach(async ({ signInAs }) => {
  upload = randomBytes(16).toString("hex");
  const text = `INSERT INTO "Upload" (id, length, "expiresAt") VALUES ($1, 900000000000000, now() + interval '1 day')`;
  await inProduct((client) => client.query(text, [upload]));
  await signInAs("admin");
});
test.afterEach(() => release());

async function release(): Promise<void> {
  await inProduct((client) => client.query(`DELETE FROM "Upload" WHERE id = $1`, [upload]));
}

for (const way of ["TUS Upload", "Direct Upload"] as const) {
  test(`a ${way} reports a full storage and what to do, and succeeds once there is space`, async ({ page, complaints }) => {
    const screen = new UploadScreen(page);
    await screen.begin(unused("Too Large"), harbour.archive, way);
    const said = page.getByText(/Not enough storage: this needs [\d.]+ [KM]?B, and 0 B is free/).first();
    await expect(said).toBeVisible();
    await expect(said).toContainText("(unfinished uploads reserve another 818.5 TB)");
    await expect(said).toContainText("delete maps or files and empty the trash, or cancel unfinished uploads.");
    await expectAccessible(page, "an upload without space");
    complaints.length = 0;
    await release();
    await screen.begin(unused("Fits Now"), harbour.archive, way);
    await screen.completed();
  });
}
