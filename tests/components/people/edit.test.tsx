import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { answer } from "../setup/api";
import { expectCount } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { adminRow, admins, answerAdmins, answerUsers, people, projectNames, userRow, usersOf } from "./people-rows";

const { dialog, row, rows, wrong } = people;
const GONE = "This account no longer exists.";
const save = dialog.getByRole("button", { name: /^Save/ });
const cancel = dialog.getByRole("button", { name: "Cancel" });
const gone = () => HttpResponse.json({ message: GONE }, { status: 404 });

describe("the edit form of a user", () => {
  it.each([500, 404])("offers Save only with the current details of the user, after their load failed with %i", async (status) => {
    const ada = userRow(1, { fullName: "Ada Lovelace" });
    answerUsers([ada]);
    await renderScreen(usersOf("superadmin"), "/users");
    const edit = row("Ada Lovelace").getByRole("button", { name: "Edit" });
    await edit.click();
    await expect.element(dialog.getByText("Selected: 1 project(s)")).toBeVisible();
    await cancel.click();

    const message = `No details (${status}).`;
    answer(http.get("/api/user/details/:id", () => HttpResponse.json({ message }, { status })));
    await edit.click();
    await expect.element(wrong).toHaveTextContent(message);
    await expectCount(dialog.getByRole("listbox"), 0);
    await expectCount(dialog.getByText(/^Selected:/), 0);
    await expect.element(save).toBeDisabled();
    // Another admin has assigned more projects.
    answerUsers([userRow(1, { fullName: "Ada Lovelace", assignedProjects: projectNames(3) })]);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect.element(dialog.getByText("Selected: 3 project(s)")).toBeVisible();
    await expect.element(save).toBeEnabled();
  });

  it("reports that the user was deleted, cannot be saved, and the list drops the row", async () => {
    const { list } = answerUsers([userRow(1)]);
    await renderScreen(usersOf("superadmin"), "/users");
    await expectCount(rows, 1);
    list.rows = [];
    answer(http.get("/api/user/details/:id", gone));
    await row("User 1").getByRole("button", { name: "Edit" }).click();
    await expect.element(wrong).toHaveTextContent(GONE);
    await expect.element(save).toBeDisabled();
    await expectCount(rows, 0);
  });
});

it.each([
  ["user", usersOf("superadmin"), "/users"],
  ["admin", admins, "/admin-management"],
] as const)(
  "the edit form of the role %s reports on save that the account was deleted, and the list drops the row",
  async (role, screen, path) => {
    const answerRows = (numbers: number[]) =>
      role === "user" ? answerUsers(numbers.map((one) => userRow(one))) : answerAdmins(numbers.map((one) => adminRow(one)));
    answerRows([1, 2]);
    await renderScreen(screen, path);
    await expectCount(rows, 2);
    await row(`${role}.1@`).getByRole("button", { name: "Edit" }).click();
    await expect.element(save).toBeEnabled();
    answerRows([2]);
    answer(http.put(`/api/${role}/edit/:id`, gone));
    await save.click();
    await expect.element(wrong).toHaveTextContent(GONE);
    await expect.poll(() => document.querySelectorAll("tbody tr").length).toBe(1);
    await cancel.click();
  },
);
