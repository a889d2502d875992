import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { GroupSummary } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { answerList } from "../setup/list-answers";
import { cancelPageLoads } from "../setup/page-loads";
import { renderScreen } from "../setup/render";
import { adminRow, admins, answerAdmins, discardChanges, discardQuestion, expectWrong, PASSWORD, people } from "./people-rows";

const GROUP_IDS = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"] as const;
const { dialog, field, wrong, question, banner, row } = people;
const add = page.getByRole("button", { name: "Add Admin" }).first();
const ada = adminRow(1, { name: "Ada Lovelace", email: "ada@harbour.example" });
const bo = adminRow(2, { name: "Bo Marlin", email: "bo@harbour.example" });
const show = (path = "/admin-management") => renderScreen(admins, path);

describe("Admin Management", () => {
  it("lists the admins with their actions", async () => {
    answerAdmins([ada]);
    await show();
    await expectTexts(page.getByRole("columnheader"), ["Name", "Email", "Created Date", "Actions"]);
    const shown = row("Ada Lovelace");
    await expect.element(shown).toHaveTextContent("ada@harbour.example");
    await expect.element(shown.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expectTexts(shown.getByRole("button"), ["Edit", "Delete"]);
    for (const name of ["Edit Ada Lovelace", "Delete Ada Lovelace"]) {
      await expect.element(shown.getByRole("button", { name, exact: true })).toBeVisible();
    }
  });

  it("shows an empty state without admins", async () => {
    answerAdmins([]);
    await show();
    await expect.element(page.getByText("No admins found")).toBeVisible();
    await expect.element(page.getByText("Get started by adding your first admin")).toBeVisible();
    await expectAccessible("no admins");
  });

  it.each([
    ["a 500 without a message", () => HttpResponse.json({}, { status: 500 }), "Failed to load admins"],
    [
      "a 500 with a message",
      () => HttpResponse.json({ message: "Server error. Please try again later." }, { status: 500 }),
      "Server error. Please try again later.",
    ],
    ["the network down", () => HttpResponse.error(), "Failed to load admins"],
  ])("shows the failure of %s in place of the table, and Retry loads the list", async (_, fail, message) => {
    answerAdmins([ada]);
    await show();
    await expectCount(people.rows, 1);
    answer(http.get("/api/admin/all", fail));
    await people.search.fill("nothing like it");
    await expect.element(page.getByRole("main").getByRole("alert")).toHaveTextContent(message);
    // The table shows the error. A banner would repeat it.
    await expectCount(banner(message), 0);
    await expectAccessible("admins that did not load");
    answerAdmins([ada]);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByText("No admins found")).toBeVisible();
  });

  it("reloads the page with Log In after the session has ended, and keeps the search in the address", async () => {
    const loads = cancelPageLoads();
    answerAdmins([ada]);
    await show();
    await expectCount(people.rows, 1);
    answer(http.get("/api/admin/all", () => HttpResponse.json({}, { status: 401 })));
    await people.search.fill("ada");
    await page.getByRole("main").getByRole("button", { name: "Log In" }).click();
    await expect.poll(() => loads).toEqual(["reload"]);
    await expectAddress("/admin-management?search=ada");
  });

  it("opens an admin by a click on the row, and asks before Cancel drops changes", async () => {
    answerAdmins([ada]);
    await show();
    await row("Ada").getByText("ada@harbour.example").click();
    await expect.element(dialog).toHaveAccessibleName("Edit Admin");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row("Ada").getByRole("button", { name: "Edit" })).toHaveFocus();
    await userEvent.tab();
    await userEvent.tab();
    expect(row("Ada").element().contains(document.activeElement), "a row has two tab stops").toBe(false);

    await row("Ada").getByText("ada@harbour.example").click();
    await field("Name").fill("Not to be");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await discardQuestion.getByRole("button", { name: "Keep Editing" }).click();
    await expect.element(field("Name")).toHaveValue("Not to be");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await discardQuestion.getByRole("button", { name: "Discard" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("reloads the list on Refresh, and the Delete button of a row opens only the question", async () => {
    const { list } = answerAdmins([ada]);
    await show();
    await expectCount(people.rows, 1);
    list.rows = [ada, bo];
    await page.getByRole("button", { name: "Refresh" }).click();
    await expectCount(people.rows, 2);
    await row("Bo Marlin").getByRole("button", { name: "Delete" }).click();
    await expect.element(question).toBeVisible();
    await expectCount(dialog, 0);
  });
});

describe("the form of a new admin", () => {
  beforeEach(async () => {
    answerAdmins([ada]);
    await show();
    await add.click();
  });

  it("shows field errors without a request", async () => {
    await expect.element(dialog).toHaveAccessibleName("Add New Admin");
    await expect.element(field("Name")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectWrong(["Admin name is required", "Email is required", "Password is required for new admins"]);
    await expect.element(field("Name")).toHaveFocus();
    await expect.element(field("Name")).toHaveAccessibleDescription("Admin name is required");
    await field("Name").fill("   ");
    await field("Email").fill("person@nowhere");
    await field("Password").fill("short");
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expectWrong(["Admin name is required", "Please enter a valid email address.", "Password must be at least 8 characters long"]);
    await field("Name").fill("Ada");
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect.element(field("Email")).toHaveFocus();
    await expect.element(field("Password")).toHaveAttribute("type", "password");
    await dialog.getByRole("button", { name: "Show password" }).click();
    await expect.element(field("Password")).toHaveAttribute("type", "text");
    await discardChanges();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(add).toHaveFocus();
  });

  it("shows at the field that another account uses the email address", async () => {
    const message = "This email address is already in use.";
    answer(http.post("/api/admin/create", () => HttpResponse.json({ message, fields: { email: message } }, { status: 409 })));
    await field("Name").fill("Another admin");
    await field("Email").fill("ada@harbour.example");
    await field("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expectWrong([message]);
    await expect.element(field("Email")).toHaveFocus();
    await expect.element(field("Email")).toHaveAccessibleDescription(message);
    await discardChanges();
  });
});

describe("the access of an admin to projects", () => {
  const groups = [
    { _id: GROUP_IDS[0], name: "Crew" },
    { _id: GROUP_IDS[1], name: "Harbour masters" },
  ];
  const rowOf = ({ _id, name }: { _id: string; name: string }): GroupSummary => {
    return { _id, name, description: "", memberCount: 0, projectCount: 0, createdAt: "2024-01-01T00:00:00.000Z" };
  };
  const all = dialog.getByRole("radio", { name: /^All projects/ });
  const limited = dialog.getByRole("radio", { name: /^Own projects and those of these groups/ });
  const options = dialog.getByRole("option");
  const saved: { limit?: unknown }[] = [];

  beforeEach(() => {
    saved.length = 0;
    answerList({ path: GROUPS_PATH, name: "groups", rows: groups.map(rowOf), searched: ({ name }) => [name] });
    const save = async ({ request }: { request: Request }) => {
      saved.push((await request.json()) as { limit?: unknown });
      return HttpResponse.json({ message: "Admin saved", admin: ada });
    };
    answer(http.put("/api/admin/edit/:id", save), http.post("/api/admin/create", save));
  });

  it("is limited to own projects and chosen groups", async () => {
    answerAdmins([ada]);
    await show();
    await row("Ada").getByRole("button", { name: "Edit" }).click();
    await expect.element(all).toBeChecked();
    await expectCount(options, 0);
    await limited.click();
    await options.filter({ hasText: "Crew" }).click();
    await expect.element(dialog.getByText("Selected: 1 group(s)")).toBeVisible();
    await expectAccessible("the form of a limited admin");
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(saved).toMatchObject([{ limit: { groups: [GROUP_IDS[0]] } }]);
  });

  it("is shown in the list, and becomes all projects again", async () => {
    answerAdmins([
      { ...ada, limit: { groups } },
      { ...bo, limit: { groups: [] } },
    ]);
    await show();
    await expect.element(row("Ada").getByText("Own projects and 2 groups")).toBeVisible();
    await expect.element(row("Bo").getByText("Own projects", { exact: true })).toBeVisible();
    await row("Ada").getByRole("button", { name: "Edit" }).click();
    await expect.element(limited).toBeChecked();
    await expect.element(options.filter({ hasText: "Crew" })).toHaveAttribute("aria-selected", "true");
    await all.click();
    await expectCount(options, 0);
    // The chosen groups stay.
    await limited.click();
    await expect.element(options.filter({ hasText: "Crew" })).toHaveAttribute("aria-selected", "true");
    await all.click();
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(saved).toMatchObject([{ limit: null }]);
  });

  it("shows at the list that a chosen group is gone", async () => {
    const message = "A chosen group no longer exists.";
    answer(http.post("/api/admin/create", () => HttpResponse.json({ message, fields: { limit: message } }, { status: 400 })));
    answerAdmins([]);
    await show();
    await add.click();
    await field("Name").fill("Grace");
    await field("Email").fill("grace@harbour.example");
    await field("Password").fill(PASSWORD);
    await limited.click();
    await options.filter({ hasText: "Crew" }).click();
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expectWrong([message]);
    await discardChanges();
  });
});

describe("a save or a deletion of an admin that fails", () => {
  beforeEach(async () => {
    answerAdmins([ada]);
    await show();
  });

  it("shows why the admin was not saved", async () => {
    await row("Ada").getByRole("button", { name: "Edit" }).click();
    await field("Name").fill("Not to be");
    answer(http.put("/api/admin/edit/:id", () => HttpResponse.json({}, { status: 500 })));
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expectWrong(["Failed to save admin"]);
    answer(http.put("/api/admin/edit/:id", () => HttpResponse.json({ message: "Back in a minute." }, { status: 503 })));
    await userEvent.keyboard("{Enter}");
    await expectWrong(["Back in a minute."]);
    await discardChanges();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("closes the confirmation, keeps the row, and returns the focus to its Delete button", async () => {
    answer(http.delete("/api/admin/delete/:id", () => HttpResponse.error()));
    await row("Ada").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(banner("Failed to delete admin")).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(row("Ada Lovelace")).toBeVisible();
    await expect.element(row("Ada").getByRole("button", { name: "Delete" })).toHaveFocus();
  });

  it("drops the row of an admin that another admin has deleted", async () => {
    const { list } = answerAdmins([ada]);
    list.rows = [];
    answer(http.delete("/api/admin/delete/:id", () => HttpResponse.json({ message: "No such admin." }, { status: 404 })));
    await row("Ada").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByText("No admins found")).toBeVisible();
  });

  it("shows a failed sign-out everywhere and a too common password", async () => {
    await row("Ada").getByRole("button", { name: "Edit" }).click();
    answer(http.post("/api/admin/sign-out/:id", () => HttpResponse.error()));
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await question.getByRole("button", { name: "End sessions" }).click();
    await expectWrong(["Failed to sign out everywhere"]);

    const message = "This password is one of the most common ones, which attackers try first. Please choose another one.";
    answer(http.put("/api/admin/edit/:id", () => HttpResponse.json({ message, fields: { password: message } }, { status: 400 })));
    const password = field("Password (leave blank to keep current)");
    await password.fill("iloveyou");
    await dialog.getByRole("button", { name: "Save Admin" }).click();
    await expect.element(wrong.filter({ hasText: "one of the most common ones" })).toBeVisible();
    await expect.element(password).toHaveAttribute("aria-invalid", "true");
  });
});
