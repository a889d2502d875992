import { expect, type Locator, type Page } from "@playwright/test";
import { inProduct } from "./product-database";

export const OPENED = "A shared map";

/** The page of a map that is shared. */
export const sharedPage = `<!doctype html><html lang="en"><title>Map</title><h1>${OPENED}</h1></html>`;

/** Opens the links in the access dialog of a project, signed in as an admin. @returns the dialog */
export async function openLinks(page: Page, name: string): Promise<Locator> {
  await page.goto(`/projects?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `View Project ${name}` }).click();
  const dialog = page.getByRole("dialog", { name });
  await dialog.getByRole("tab", { name: "Access" }).click();
  await dialog.getByRole("tab", { name: /^Links/ }).click();
  await expect(dialog.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
  return dialog;
}

/** Creates a link in the access dialog. @returns its address */
export async function createLink(
  dialog: Locator,
  fields: Partial<Record<"Label" | "Last day" | "Password" | "Sites that may embed the map", string>>,
) {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Create Link" }).click();
  const link = dialog.getByRole("region", { name: "New link" }).getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/share\/[\w-]{43}$/);
  return link.inputValue();
}

interface LinkGiven {
  label?: string;
  hasPassword?: boolean;
  frameOrigins?: string[];
  /** Days from now; negative for a link that has expired. */
  expiresIn?: number;
  openings?: number;
}

/** Inserts links of a project. Their tokens are unknown. */
export async function insertLinks(safeName: string, links: readonly LinkGiven[]): Promise<void> {
  await inProduct((client) =>
    client.query(
      `INSERT INTO "ShareLink" (id, "projectId", "tokenHash", label, "passwordHash", "frameOrigins", "createdById", "expiresAt", openings, "lastOpenedAt")
       SELECT gen_random_uuid(), (SELECT id FROM "Project" WHERE "safeName" = $2), gen_random_uuid()::text, coalesce(label, ''),
              CASE WHEN "hasPassword" THEN 'none' END, coalesce("frameOrigins", '{}'), (SELECT id FROM "Account" WHERE role = 'admin' ORDER BY "createdAt" LIMIT 1),
              now() + make_interval(days => "expiresIn"), coalesce(openings, 0), CASE WHEN openings > 0 THEN now() END
         FROM json_to_recordset($1) AS given (label text, "hasPassword" boolean, "frameOrigins" text[], "expiresIn" int, openings int)`,
      [JSON.stringify(links), safeName],
    ),
  );
}
