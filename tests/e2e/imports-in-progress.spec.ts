/** Imports in the project list. Their rows are written here as the worker writes them, so that each moment can be looked at. */
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

/** Held by nobody who is there, for an hour: no worker takes it up. @returns its id */
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

test("shows what is on its way with its live progress, and what has failed until that is noted", { tag: "@main" }, async ({
  page,
  signInAs,
}) => {
  const word = uniqueWord();
  const [name, broken] = [`Harbour ${word}`, `Broken ${word}`];
  const removals: (() => Promise<void>)[] = [];
  const running = await insertImport({ name, status: "indexing" });
  const failed = await insertImport({ name: broken, status: "failed", error: "tiles/0.png is damaged." });
  try {
    await signInAs("admin");
    // A bar without an end moves for ever, and what is looked at for accessibility must have come to rest.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/projects?search=${word}`);
    const imports = page.getByRole("region", { name: /^(Imports in Progress|Failed Imports)/ });
    const row = imports.getByRole("listitem").filter({ hasText: name });
    const bar = row.getByRole("progressbar", { name: `Import of ${name}` });
    await expect(row).toContainText("Reading the ZIP file");
    await expect(row).toContainText("chart.zip, by Demo Admin");
    await expect(bar).not.toHaveAttribute("aria-valuenow");
    await expect(page.getByText("No projects match your search.")).toBeVisible();
    await expectAccessible(page, "imports in progress");

    // Its map comes online: the project stands in the list from now on.
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
    await expect(row.getByRole("button", { name: "View Map" })).toBeVisible();
    const project = page.getByRole("row").filter({ hasText: name });
    await expect(project).toContainText("Importing");
    await updateImport(running, `"filesDone" = 100, "bytesDone" = 524288`);
    await expect(bar).toHaveAttribute("aria-valuenow", "50");

    await updateImport(running, `status = 'complete', "finishedAt" = now(), "leaseToken" = NULL`);
    await expect(row).toBeHidden();
    await expect(project).not.toContainText("Importing");

    const notice = imports.getByRole("listitem").filter({ hasText: `${broken} was not published` });
    await expect(notice).toContainText("Extraction failed: tiles/0.png is damaged.");
    await notice.getByRole("button", { name: `Dismiss ${broken}` }).click();
    await expect(notice).toBeHidden();
    // The next of them has the focus, or the screen, where there is none.
    await expect(page.locator("button[aria-label^=Dismiss]:focus, #content:focus")).toHaveCount(1);
    await page.reload();
    await expect(project).toBeVisible();
    await expect(page.getByText(`${broken} was not published`)).toBeHidden();
  } finally {
    for (const remove of removals) await remove();
    await inProduct((client) => client.query(`DELETE FROM "Import" WHERE id = ANY ($1)`, [[running, failed]]));
  }
});
