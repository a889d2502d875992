import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { insertAccount, insertProjects, type ProjectGiven } from "./product-database";

/**
 * Creates a user with these projects and signs the page's browser in as that user.
 * @returns a function that deletes the user and the projects
 */
export async function signInWithProjects(
  page: Page,
  baseURL: string | undefined,
  projects: readonly Omit<ProjectGiven, "assignedTo">[],
): Promise<() => Promise<void>> {
  const account = { email: `assigned.${randomUUID()}@example.com`, password: randomUUID() };
  const removeAccount = await insertAccount({ role: "user", name: "Lena Little", ...account });
  const removeProjects = await insertProjects(projects.map((project) => ({ ...project, assignedTo: account.email })));
  const answer = await page.request.post("/api/auth/login", { data: account, headers: { origin: baseURL ?? "" } });
  expect(answer.status()).toBe(200);
  return async () => {
    await removeProjects();
    await removeAccount();
  };
}

export function assignedScreen(page: Page) {
  const table = page.getByRole("table", { name: "Assigned projects" });
  return {
    search: page.getByPlaceholder("Search projects..."),
    table,
    row: (name: string) => table.getByRole("row").filter({ hasText: name }),
    names: table.getByRole("row").locator("td:first-child bdi"),
    column: (name: string) => page.getByRole("columnheader", { name }),
    filter: page.getByRole("button", { name: /^Filter/ }),
    filters: page.getByRole("dialog", { name: "Filter projects" }),
    main: page.getByRole("main"),
  };
}
