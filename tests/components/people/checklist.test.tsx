/** The checklist of projects in the form of a user. */
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../setup/api";
import { expectCount, textOf } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { answerUsers, expectWrong, PASSWORD, people, projectNames, userRow, usersOf } from "./people-rows";

const { dialog, field, row, wrong } = people;
const box = page.getByRole("listbox", { name: "Assigned Projects" });
const option = (name: string) => page.getByRole("option", { name, exact: true });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });
const search = page.getByPlaceholder("Search projects...");
const selected = (count: number) => dialog.getByText(`Selected: ${count} project(s)`, { exact: true });
const scrollBox = (share: number) => box.element().scrollTo({ top: box.element().scrollHeight * share });

async function openForm(count: number): Promise<void> {
  answerUsers([userRow(1)], projectNames(count));
  await renderScreen(usersOf("superadmin"), "/users");
  await page.getByRole("button", { name: "Add User" }).first().click();
}

async function fillIn(): Promise<void> {
  await field("Full Name").fill("Ada");
  await field("Email").fill("ada@harbour.example");
  await field("Password").fill(PASSWORD);
}

describe("the checklist of projects", () => {
  it("lists 5,000 projects, renders only the visible ones, and sends the selected ones", async () => {
    await openForm(5_000);
    await expect.element(option("Chart 0001")).toHaveAttribute("aria-setsize", "5000");
    expect(page.getByRole("option").elements().length).toBeLessThan(30);
    scrollBox(0.5);
    await expect.element(option("Chart 2500")).toBeVisible();
    scrollBox(1);
    await option("Chart 5000").click();
    await expect.element(option("Chart 5000")).toHaveAttribute("aria-selected", "true");
    await expect.element(selected(1)).toBeVisible();
    expect(page.getByRole("option").elements().length).toBeLessThan(30);

    await search.fill("CHART 12");
    await expect.element(option("Chart 1200")).toHaveAttribute("aria-setsize", "100");
    await button("Select all shown").click();
    await expect.element(selected(101)).toBeVisible();
    await search.fill("no such chart");
    await expect.element(page.getByText("No projects match your search.")).toBeVisible();
    await search.fill("");
    await button("Only selected").click();
    await expect.element(option("Chart 1200")).toHaveAttribute("aria-setsize", "101");
    await option("Chart 1200").click();
    // The deselected project stays visible, so a user can undo a mistake.
    await expect.element(option("Chart 1200")).toHaveAttribute("aria-selected", "false");
    await expect.element(selected(100)).toBeVisible();
    await button("Clear all shown").click();
    await expect.element(selected(0)).toBeVisible();
    await button("Only selected").click();
    await button("Select all").click();
    await expect.element(selected(5_000)).toBeVisible();

    let sent: { assignedProjects?: string[] } = {};
    answer(
      http.post<never, typeof sent>("/api/user/create", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ message: "User created successfully" }, { status: 201 });
      }),
    );
    await fillIn();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(new Set(sent.assignedProjects).size).toBe(5_000);
  });

  it("works with the keyboard alone", async () => {
    await openForm(5_000);
    await expect.element(option("Chart 0001")).toBeVisible();
    const active = () => textOf(document.getElementById(box.element().getAttribute("aria-activedescendant") ?? "") ?? document.body);
    (box.element() as HTMLElement).focus();
    await expect.poll(active).toBe("Chart 0001");
    for (const [key, name] of [
      ["ArrowDown", "Chart 0002"],
      ["End", "Chart 5000"],
      ["ArrowUp", "Chart 4999"],
      ["Home", "Chart 0001"],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.poll(active).toBe(name);
      await expect.element(option(name)).toBeInViewport();
    }
    await userEvent.keyboard(" ");
    await userEvent.keyboard("{ArrowDown}");
    await userEvent.keyboard("{Enter}");
    await expect.element(selected(2)).toBeVisible();
    await userEvent.keyboard(" ");
    await expect.element(selected(1)).toBeVisible();
    // Enter in the search field searches and does not submit the form.
    (search.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expectCount(wrong, 0);
    // Escape in the search field clears it and keeps the form open.
    await search.fill("chart");
    await userEvent.keyboard("{Escape}");
    await expect.element(search).toHaveValue("");
    await expect.element(box).toBeVisible();
  });

  it("gets the focus when it is the first invalid field", async () => {
    await openForm(3);
    await button("Save User").click();
    await expectWrong([
      "Full name is required",
      "Email is required",
      "Password is required for new users",
      "At least one project must be assigned",
    ]);
    await expect.element(field("Full Name")).toHaveFocus();
    await fillIn();
    await button("Save User").click();
    await expectWrong(["At least one project must be assigned"]);
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveAccessibleDescription("Selected: 0 project(s) At least one project must be assigned");
    // The error is below the list, so the form scrolls to it.
    await page.viewport(390, 700);
    for (const attempt of ["the error is new", "the error was there before"]) {
      dialog.element().querySelector("form")?.parentElement?.scrollTo({ top: 0 });
      await button("Save User").click();
      await expect.element(wrong, { message: attempt }).toBeInViewport({ ratio: 1 });
      await option("Chart 0002").click();
      await option("Chart 0002").click();
    }
    await option("Chart 0002").click();
    await expectCount(wrong, 0);
  });

  it("shows an empty state without projects", async () => {
    await openForm(0);
    await expect.element(dialog.getByText("No projects available")).toBeVisible();
    await expect.element(selected(0)).toBeVisible();
  });

  it("reports a failed load and keeps the rest of the form usable", async () => {
    answerUsers([userRow(1)]);
    answer(http.get("/api/project/names", () => HttpResponse.json({}, { status: 500 })));
    await renderScreen(usersOf("superadmin"), "/users");
    await page.getByRole("button", { name: "Add User" }).first().click();
    await expect.element(wrong).toHaveTextContent("Failed to load projects");
    await field("Full Name").fill("Ada");
    answer(http.get("/api/project/names", () => HttpResponse.json({ projects: projectNames(2) })));
    await button("Try again").click();
    await expect.element(option("Chart 0002")).toBeVisible();
    await expect.element(field("Full Name")).toHaveValue("Ada");
  });

  it("keeps the form from being saved until the projects of the user are loaded", async () => {
    const rows = [userRow(1, { fullName: "Demo User" })];
    answerUsers(rows);
    answer(http.get("/api/user/details/:id", () => HttpResponse.error()));
    await renderScreen(usersOf("superadmin"), "/users");
    await row("Demo User").getByRole("button", { name: "Edit" }).click();
    await expect.element(field("Full Name")).toHaveValue("Demo User");
    await expect.element(wrong).toHaveTextContent("Failed to load projects");
    await expect.element(button("Save User")).toBeDisabled();
    await field("Full Name").fill("Typed meanwhile");
    answerUsers(rows);
    await button("Try again").click();
    await expect.element(box).toBeVisible();
    await expect.element(dialog.getByText(/^Selected: [1-9]/)).toBeVisible();
    await expect.element(field("Full Name")).toHaveValue("Typed meanwhile");
    await expect.element(button("Save User")).toBeEnabled();
  });
});
