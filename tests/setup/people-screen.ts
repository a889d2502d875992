import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";

export const uniqueWord = () => `t${randomUUID().slice(0, 8)}`;

export function peopleScreen(page: Page, search: string) {
  const dialog = page.getByRole("dialog");
  return {
    search: page.getByPlaceholder(search),
    rows: page
      .getByRole("table")
      .getByRole("row")
      .filter({ has: page.getByRole("cell") }),
    row: (name: string) => page.getByRole("row").filter({ hasText: name }),
    names: page.getByRole("table").getByRole("row").locator("td:first-child [title]"),
    column: (name: string) => page.getByRole("columnheader", { name }),
    dialog,
    /** A field of the open form. The asterisk of a required field is not part of the label. */
    field: (label: string) => dialog.getByLabel(new RegExp(`^${label.replace(/[()]/g, "\\$&")}( \\*)?$`)),
    wrong: dialog.getByRole("alert"),
    question: page.getByRole("alertdialog"),
    banner: (message: string) =>
      page
        .getByRole("status")
        .or(page.getByRole("alert"))
        .filter({ hasText: message })
        .filter({ has: page.getByRole("button", { name: "Dismiss" }) }),
  };
}

export async function searchFor(screen: ReturnType<typeof peopleScreen>, text: string, count: number): Promise<void> {
  await screen.search.fill(text);
  await expect(screen.rows).toHaveCount(count);
}

/** Clicks a column header twice and expects ascending, then descending order. */
export async function expectSorted(screen: ReturnType<typeof peopleScreen>, column: string, ascending: readonly string[]): Promise<void> {
  const head = screen.column(column);
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(screen.names).toHaveText([...ascending]);
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(screen.names).toHaveText([...ascending].reverse());
}

/** Delays requests to an address. @returns a function that lets them continue */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/** Signs in through the API in a new browser context. @returns the response status */
export async function signInStatus(page: Page, account: { email: string; password: string }, origin: string | undefined): Promise<number> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("The page has no browser of its own.");
  const answer = await context.request.post(`${origin}/api/auth/login`, { data: account, headers: { origin: origin ?? "" } });
  await context.close();
  return answer.status();
}

/** Creates an account through the API as the signed-in account. @returns its ID */
export async function createPerson(page: Page, kind: "admin" | "user", body: object, origin: string | undefined): Promise<string> {
  const answer = await page.request.post(`/api/${kind}/create`, { data: body, headers: { origin: origin ?? "" } });
  expect(answer.status()).toBe(201);
  const made: Record<string, { _id: string }> = await answer.json();
  return made[kind]?._id ?? "";
}
