import type { Page } from "@playwright/test";

/** Removes a project by its name, with the account of the page's browser, so that it isn't in the lists of other tests. */
export async function removeProject(page: Page, baseURL: string | undefined, name: string): Promise<void> {
  const { projects } = await (await page.request.get(`/api/project/all?search=${encodeURIComponent(name)}`)).json();
  for (const { _id } of projects) await page.request.delete(`/api/project/delete/${_id}`, { headers: { origin: baseURL ?? "" } });
}
