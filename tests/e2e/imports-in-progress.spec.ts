/** Imports in the tray. The test writes the worker's rows to control each state. */
import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { expectAccessible } from "../setup/accessibility";
import { test } from "../setup/browser";
import { firstSignIn } from "../setup/first-sign-in";
import { uniqueWord } from "../setup/people-screen";
import { inProduct, insertProjects } from "../setup/product-database";

interface ImportGiven {
  name: string;
  status: "indexing" | "verifying" | "failed";
  error?: string;
}

/** Inserts an import with a lease of an hour, so that no worker claims it. @returns its id */
async function insertImport({ name, status, error }: ImportGiven): Promise<string> {
  const id = randomUUID();
  await inProduct((client) =>
    client.query(
      `INSERT INTO "Import" (id, "safeName", "projectName", source, "sourceName", status, "ownerId", error, "filesTotal", "bytesTotal",
                             "leaseToken", "heartbeatAt", "startedAt", "finishedAt")
       SELECT $1::uuid, 'import-' || $1, $2, 'zip', 'chart.zip', $3::"ImportStatus", a.id, $4, 200, 1048576,
              $1::uuid, now() + interval '1 hour', now(), CASE WHEN $3 = 'failed' THEN now() END
         FROM "Account" a WHERE a.email = $5`,
      [id, name, status, error ?? null, firstSignIn("admin").email],
    ),
  );
  return id;
}

function updateImport(id: string, set: string): Promise<void> {
  return inProduct(async (client) => void (await client.query(`UPDATE "Import" SET ${set} WHERE id = $1`, [id])));
}

test("the tray shows running imports with live progress and failed imports in one line until they are dismissed", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  const word = uniqueWord();
  const [name, broken] = [`Harbour ${word}`, `Broken ${word}`];
  const removals: (() => Promise<void>)[] = [];
  const running = await insertImport({ name, status: "indexing" });
  const failed = [await insertImport({ name: broken, status: "failed", error: "tiles/0.png is damaged." })];
  for (let number = 0; number < 20; number += 1) failed.push(await insertImport({ name: `Lost ${number} ${word}`, status: "failed" }));
  try {
    await signInAs("admin");
    // The accessibility check needs a still page, and an indeterminate bar moves forever.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/projects?search=${word}`);
    const imports = page.getByRole("region", { name: "Uploads" });
    const row = imports.getByRole("listitem").filter({ hasText: name });
    const bar = row.getByRole("progressbar", { name: `Import of ${name}` });
    await expect(row).toContainText("Reading the ZIP file");
    await expect(row).toContainText("chart.zip, by Demo Admin");
    await expect(bar).not.toHaveAttribute("aria-valuenow");
    await expect(page.getByText("No projects match your search.")).toBeVisible();
    await expectAccessible(page, "imports in progress");

    // The map is online: from now on the list contains the project.
    removals.push(await insertProjects([{ name, safeName: `import-${running}` }]));
    await updateImport(
      running,
      `status = 'verifying', "publishedAt" = now(), "filesDone" = 50, "bytesDone" = 262144,
       "projectId" = (SELECT id FROM "Project" WHERE "safeName" = 'import-${running}')`,
    );
    await expect(row).toContainText("Online, files are being checked");
    await expect(row).toContainText("50 of 200 files");
    await expect(row).toContainText("256.0 KB of 1.0 MB");
    await expect(bar).toHaveAttribute("aria-valuenow", "25");
    await expect(row.getByRole("link", { name: "View Map" })).toBeVisible();
    const project = page.getByRole("row").filter({ hasText: name });
    await expect(project).toContainText("Importing");
    await updateImport(running, `"filesDone" = 100, "bytesDone" = 524288`);
    await expect(bar).toHaveAttribute("aria-valuenow", "50");

    await updateImport(running, `status = 'complete', "finishedAt" = now(), "leaseToken" = NULL`);
    await expect(row).toBeHidden();
    await expect(project).not.toContainText("Importing");

    const notice = imports.locator("li li").filter({ hasText: `${broken} was not published` });
    await expect(notice).toBeHidden();
    await imports.getByRole("button", { name: /^\d+ imports failed$/ }).click();
    await expect(notice).toContainText("Extraction failed: tiles/0.png is damaged.");
    await expectAccessible(page, "failed imports");
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_000);
    await notice.getByRole("button", { name: `Dismiss ${broken}` }).click();
    await expect(notice).toHaveCount(0);
    await imports.getByRole("button", { name: "Dismiss all" }).click();
    await expect(imports).toHaveCount(0);
    await expect(page.locator("#content")).toBeFocused();
    await page.reload();
    await expect(project).toBeVisible();
    await expect(imports).toHaveCount(0);
  } finally {
    for (const remove of removals) await remove();
    await inProduct((client) => client.query(`DELETE FROM "Import" WHERE id = ANY ($1)`, [[running, ...failed]]));
  }
});
