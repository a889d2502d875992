import { expect, type Locator, type Page } from "@playwright/test";
import { inProduct } from "./product-database";

export const tokenList = (page: Page) => page.getByRole("list", { name: "Your API tokens" });
/** Rows of the list. Each row contains a nested list. */
export const tokenRows = (page: Page): Locator => tokenList(page).locator("> li");
export const newTokenDialog = (page: Page) => page.getByRole("dialog", { name: "New API Token" });
export const createdDialog = (page: Page) => page.getByRole("dialog", { name: "API Token Created" });
export const revokeQuestion = (page: Page) => page.getByRole("alertdialog", { name: "Revoke API Token" });

export async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New Token" }).click();
  await expect(newTokenDialog(page).getByLabel("Name")).toBeFocused();
}

/** Creates a token with the form. @returns the token that the dialog shows */
export async function createToken(page: Page, name: string): Promise<string> {
  await openForm(page);
  await newTokenDialog(page).getByLabel("Name").fill(name);
  await newTokenDialog(page).getByRole("button", { name: "Create Token" }).click();
  return createdDialog(page).getByLabel("Token").inputValue();
}

interface InsertedToken {
  email: string;
  name: string;
  scope?: "read" | "publish" | "everything";
  projectNames?: string[];
  expiresAt?: Date;
}

/** Inserts tokens that can't be used. @returns a function that deletes them */
export async function insertTokens(tokens: readonly InsertedToken[]): Promise<() => Promise<void>> {
  const ids = await inProduct(async (client) => {
    const made: string[] = [];
    for (const { email, name, scope = "read", projectNames = [], expiresAt = new Date(Date.now() + 30 * 86_400_000) } of tokens) {
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO "ApiToken" (id, "accountId", name, scope, "projectIds", "tokenHash", "expiresAt")
         SELECT gen_random_uuid(), a.id, $2, $3::"TokenScope", ARRAY(SELECT p.id FROM "Project" p WHERE p.name = ANY ($4)), gen_random_uuid(), $5
           FROM "Account" a WHERE a.email = $1 RETURNING id`,
        [email, name, scope, projectNames, expiresAt],
      );
      made.push(...rows.map(({ id }) => id));
    }
    return made;
  });
  return () => inProduct(async (client) => void (await client.query(`DELETE FROM "ApiToken" WHERE id = ANY ($1)`, [ids])));
}
