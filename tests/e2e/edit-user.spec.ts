import { expect, type Page } from "@playwright/test";
import { test } from "../setup/browser";
import { createPerson, peopleScreen, searchFor, uniqueWord } from "../setup/people-screen";
import { insertProjects } from "../setup/product-database";

const PASSWORD = "a long password";
const DETAILS = "**/api/user/details/*";

async function projectIds(page: Page, word: string): Promise<string[]> {
  const { projects } = (await (await page.request.get("/api/project/names")).json()) as { projects: { _id: string; name: string }[] };
  return projects.filter(({ name }) => name.includes(word)).map(({ _id }) => _id);
}

test("the edit form of a user offers Save only with the current details of the user", async ({ page, signInAs, baseURL, complaints }) => {
  await signInAs("superadmin");
  const word = uniqueWord();
  const removeProjects = await insertProjects([1, 2, 3].map((number) => ({ name: `Fjord ${number} ${word}` })));
  try {
    const assignedProjects = await projectIds(page, word);
    const user = { fullName: `Ada ${word}`, email: `${word}@example.com` };
    const first = { ...user, password: PASSWORD, assignedProjects: assignedProjects.slice(0, 1) };
    const id = await createPerson(page, "user", first, baseURL);
    await page.goto("/users");
    const screen = peopleScreen(page, "Search users...");
    const { dialog } = screen;
    const save = dialog.getByRole("button", { name: "Save User" });
    const edit = screen.row(word).getByRole("button", { name: "Edit" });
    await searchFor(screen, word, 1);
    await edit.click();
    await expect(dialog.getByText("Selected: 1 project(s)")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    // Another admin assigns the other projects.
    const changed = await page.request.put(`/api/user/edit/${id}`, {
      data: { ...user, assignedProjects },
      headers: { origin: baseURL ?? "" },
    });
    expect(changed.status()).toBe(200);
    for (const status of [500, 404]) {
      await page.route(DETAILS, (route) => route.fulfill({ status, json: { message: `No details (${status}).` } }));
      await edit.click();
      await expect(dialog.getByRole("alert")).toContainText(`No details (${status}).`);
      await expect(dialog.getByRole("listbox")).toHaveCount(0);
      await expect(dialog.getByText(/^Selected:/)).toHaveCount(0);
      await expect(save).toBeDisabled();
      await page.unroute(DETAILS);
      await dialog.getByRole("button", { name: "Try again" }).click();
      await expect(dialog.getByText("Selected: 3 project(s)")).toBeVisible();
      await expect(save).toBeEnabled();
      await dialog.getByRole("button", { name: "Cancel" }).click();
    }
  } finally {
    await removeProjects();
  }
  complaints.length = 0;
});

for (const [role, path] of [
  ["user", "/users"],
  ["admin", "/admin-management"],
] as const) {
  test(`the edit form of a deleted ${role} reports the deletion, and the list drops the row`, async ({ page, signInAs, baseURL }) => {
    await signInAs("superadmin");
    const word = uniqueWord();
    const screen = peopleScreen(page, `Search ${role}s...`);
    const removeProjects = await insertProjects([{ name: `Fjord ${word}` }]);
    try {
      const [assignedProjects, name, password] = [await projectIds(page, word), `Ada ${word}`, PASSWORD];
      const body = (number: number) => ({ name, fullName: name, email: `${number}.${word}@example.com`, password, assignedProjects });
      const ids = [await createPerson(page, role, body(1), baseURL), await createPerson(page, role, body(2), baseURL)];
      const remove = async (id: string | undefined) => {
        const answer = await page.request.delete(`/api/${role}/delete/${id}`, { headers: { origin: baseURL ?? "" } });
        expect(answer.status()).toBe(200);
      };
      await page.goto(path);
      await searchFor(screen, word, 2);
      await screen.row(`1.${word}`).getByRole("button", { name: "Edit" }).click();
      const save = screen.dialog.getByRole("button", { name: /^Save/ });
      await expect(save).toBeEnabled();
      await remove(ids[0]);
      await save.click();
      await expect(screen.wrong).toContainText("This account no longer exists.");
      await expect(page.locator("tbody tr")).toHaveCount(1);
      await screen.dialog.getByRole("button", { name: "Cancel" }).click();
      if (role === "admin") return;
      // The edit form of a user loads the details when it opens.
      await remove(ids[1]);
      await screen.row(`2.${word}`).getByRole("button", { name: "Edit" }).click();
      await expect(screen.wrong).toContainText("This account no longer exists.");
      await expect(save).toBeDisabled();
      await expect(page.locator("tbody tr")).toHaveCount(0);
    } finally {
      await removeProjects();
    }
  });
}
