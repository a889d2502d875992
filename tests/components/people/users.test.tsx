import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { renderScreen } from "../setup/render";
import {
  answerUsers,
  discardChanges,
  expectNames,
  expectSorted,
  expectWrong,
  PASSWORD,
  people,
  projectNames,
  searchFor,
  userRow,
  usersOf,
} from "./people-rows";

const { dialog, field, question, banner, row, column, search } = people;
const ada = userRow(1, { fullName: "Ada Lovelace", email: "ada@harbour.example" });
const show = () => renderScreen(usersOf("superadmin"), "/users");

describe.each(["superadmin", "admin"] as const)("User Management of the role %s", (role) => {
  it("shows the users, and a mask for their passwords only to an admin", async () => {
    answerUsers([ada]);
    await renderScreen(usersOf(role), "/users");
    await expect.element(page.getByRole("heading", { name: "User Management", level: 1 })).toBeVisible();
    const password = role === "admin" ? ["Password"] : [];
    await expectTexts(page.getByRole("columnheader"), ["Name", "Email", ...password, "Assigned Projects", "Created Date", "Actions"]);
    await searchFor("ada@harbour.example", 1);
    await expect.element(row("Ada Lovelace").getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
    await expectCount(row("Ada Lovelace").getByText(`${"•".repeat(20)}…`), password.length);
    await expectCount(row("Ada Lovelace").getByText("Passwords are not shown"), password.length);
    await expectCount(column("Password").getByRole("button"), 0);
  });
});

describe("User Management", () => {
  it("names up to three projects of each user and sorts by its columns", async () => {
    const fjords = [1, 2, 3].map((number) => ({ _id: `fjord-${number}`, name: `Fjord ${number}` }));
    const [long] = projectNames(1).map((project) => ({
      ...project,
      name: "A project with a name as long as it can be, indeed".slice(0, 50),
    }));
    answerUsers([
      userRow(3, { fullName: "bo", email: "a@harbour.example", assignedProjects: [] }),
      userRow(2, { fullName: "Ada", email: "c@harbour.example", assignedProjects: fjords, assignedProjectCount: 5 }),
      userRow(1, { fullName: "Cy", email: "b@harbour.example", assignedProjects: long ? [long] : [] }),
    ]);
    await show();
    await searchFor("HARBOUR", 3);
    await expectTexts(row("Ada").getByRole("listitem"), ["Fjord 1", "Fjord 2", "Fjord 3", "+2 more"]);
    await expect.element(row("a@harbour")).toHaveTextContent("No projects assigned");
    await expectCount(row("b@harbour").getByRole("listitem"), 1);
    await expectSorted("Assigned Projects", ["bo", "Cy", "Ada"]);
    await expectSorted("Name", ["Ada", "bo", "Cy"]);
    await expectSorted("Email", ["bo", "Cy", "Ada"]);
    await expectSorted("Created Date", ["Cy", "Ada", "bo"]);
    await search.fill("A@harbour");
    await expectNames(["bo"]);
    await search.fill("ADA");
    await expectNames(["Ada"]);
  });

  it("loads page by page while the user scrolls and drops a deleted user from every page", async () => {
    const rows = Array.from({ length: 120 }, (_, index) =>
      userRow(119 - index, {
        fullName: `Long list ${String(119 - index).padStart(3, "0")}`,
        createdAt: new Date(Date.UTC(2024, 0, 1, 0, 0, 119 - index)).toISOString(),
      }),
    );
    const { list } = answerUsers(rows);
    await show();
    const toTheEnd = async (total: number) => {
      for (const shown of [50, 100]) {
        const count = page.getByText(`${shown} of ${total} users`);
        await expect.element(count).toBeInTheDocument();
        count.element().scrollIntoView();
      }
      await expect.element(page.getByText(`${total} of ${total} users`)).toBeVisible();
    };
    await toTheEnd(120);
    await expectNames(rows.map(({ fullName }) => fullName));
    // When sorted by name, the same user is on another page.
    await column("Name").getByRole("button").click();
    await expect.element(row("Long list 000")).toBeInTheDocument();
    answer(
      http.delete("/api/user/delete/user-10", () => {
        list.rows = rows.filter(({ _id }) => _id !== "user-10");
        return HttpResponse.json({ message: "User deleted successfully" });
      }),
    );
    await row("Long list 010").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(page.getByText("50 of 119 users")).toBeInTheDocument();
    await expect.element(question).not.toBeInTheDocument();
    await column("Created Date").getByRole("button").click();
    await column("Created Date").getByRole("button").click();
    await expect.element(people.rows.first()).toHaveTextContent("Long list 119");
    await toTheEnd(119);
    await expect.element(row("Long list 010")).not.toBeInTheDocument();
  });

  it("keeps the scroll position when it is sorted", async () => {
    const number = (index: number) => String(index).padStart(2, "0");
    answerUsers(Array.from({ length: 40 }, (_, index) => userRow(39 - index, { fullName: `Person ${number(39 - index)}` })));
    await show();
    await expect.element(people.rows.first()).toHaveTextContent("Person 39");
    window.scrollTo(0, 400);
    // A mouse click would scroll the header into view.
    column("Name")
      .getByRole("button")
      .element()
      .dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await expect.element(people.rows.first()).toHaveTextContent("Person 00");
    await expectAddress("/users?sort=name-asc");
    expect(window.scrollY).toBe(400);
  });

  it("shows an empty state without users", async () => {
    answerUsers([]);
    await show();
    await expect.element(page.getByText("No users found")).toBeVisible();
    await expect.element(page.getByText("Get started by adding your first user")).toBeVisible();
  });

  it("shows a failed load, and Retry loads the list", async () => {
    answerUsers([ada]);
    await show();
    await expectCount(people.rows, 1);
    answer(http.get("/api/user/all", () => HttpResponse.json({}, { status: 500 })));
    await search.fill("lovelace");
    await expect.element(page.getByRole("main").getByRole("alert")).toHaveTextContent("Failed to load users");
    answerUsers([ada]);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(row("Ada Lovelace")).toBeVisible();
  });

  it("shows a failed save in the form and a failed deletion in a banner", async () => {
    answerUsers([ada]);
    answer(
      http.put("/api/user/edit/:id", () => HttpResponse.error()),
      http.delete("/api/user/delete/:id", () => HttpResponse.json({}, { status: 500 })),
    );
    await show();
    await row("Ada Lovelace").getByRole("button", { name: "Edit" }).click();
    await expect.element(dialog.getByText(/^Selected: [1-9]/)).toBeVisible();
    await field("Full Name").fill("Not to be");
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expectWrong(["Failed to save user"]);
    // Escape does not close a form that is being saved.
    await expect.element(dialog.getByRole("button", { name: "Save User" })).toBeEnabled();
    await discardChanges();
    await row("Ada Lovelace").getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(banner("Failed to delete user")).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(row("Ada Lovelace")).toBeVisible();
  });

  it("shows at the field that an email address is in use or a project no longer exists", async () => {
    const inUse = "This email address is already in use.";
    const gone = "A chosen project no longer exists.";
    answerUsers([ada], projectNames(2));
    answer(http.post("/api/user/create", () => HttpResponse.json({ message: inUse, fields: { email: inUse } }, { status: 409 })));
    await show();
    await page.getByRole("button", { name: "Add User" }).first().click();
    await field("Full Name").fill("Another user");
    await field("Email").fill("ada@harbour.example");
    await field("Password").fill(PASSWORD);
    await page.getByPlaceholder("Search projects...").fill("chart");
    await dialog.getByRole("button", { name: "Select all shown" }).click();
    await expect.element(dialog.getByText("Selected: 2 project(s)")).toBeVisible();
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expectWrong([inUse]);
    await expect.element(field("Email")).toHaveFocus();
    await field("Email").fill("other.ada@harbour.example");

    answerUsers([ada], projectNames(1));
    answer(http.post("/api/user/create", () => HttpResponse.json({ message: gone, fields: { assignedProjects: gone } }, { status: 400 })));
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expectWrong([gone]);
    await expect.element(dialog.getByText("Selected: 1 project(s)")).toBeVisible();
    answer(http.post("/api/user/create", () => HttpResponse.json({ message: "User created successfully" }, { status: 201 })));
    await dialog.getByRole("button", { name: "Save User" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
