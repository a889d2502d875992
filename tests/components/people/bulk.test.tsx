/** The filters of User Management, and what can be done to several users at once. */
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { answerUsers, people, projectNames, userRow, usersOf } from "./people-rows";

const { banner, dialog, question, row } = people;
const ada = userRow(1, { fullName: "Ada Lovelace" });
const bo = userRow(2, { fullName: "Bo Marlin", invitation: { status: "pending", expiresAt: null } });
const cy = userRow(3, { fullName: "Cy Reef" });
const group = { _id: "group-1", name: "Pilots", description: "", memberCount: 0, projectCount: 0, createdAt: "2026-01-01T00:00:00.000Z" };
const bar = page.getByRole("region", { name: "Selected users" });
const button = (name: string) => bar.getByRole("button", { name, exact: true });
const check = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` }).click();

let sent: unknown[] = [];
const answerCall = (method: "post" | "patch", path: string, body: object, status = 200) =>
  answer(
    http[method](path, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );

beforeEach(() => {
  sent = [];
  answer(http.get("/api/groups", () => HttpResponse.json({ groups: [group], total: 1, nextCursor: null })));
});

describe("the selection of User Management", () => {
  beforeEach(async () => {
    answerUsers([ada, bo, cy], projectNames(2));
    await renderScreen(usersOf("superadmin", false), "/users");
  });

  it("counts the selected users, selects all that are shown, and is cleared", async () => {
    await expectCount(bar, 0);
    await check("Ada Lovelace");
    await expect.element(bar.getByRole("status")).toHaveTextContent("1 user selected");
    await expect.element(button("Invite Again")).toBeDisabled();
    await button("Select All Shown").click();
    await expect.element(bar.getByRole("status")).toHaveTextContent("3 users selected");
    await expectGoodEverywhere("selected users");
    await button("Clear selection").click();
    await expectCount(bar, 0);
  });

  it("deletes with one request after a question, and names those that failed", async () => {
    const failed = [{ _id: "user-3", message: "This account no longer exists." }];
    answerCall("post", "/api/user/bulk", { failed, links: [] });
    for (const name of ["Ada Lovelace", "Cy Reef"]) await check(name);
    await button("Delete").click();
    await expect.element(question).toHaveTextContent("Ada Lovelace, Cy Reef. This action cannot be undone.");
    answerUsers([bo], projectNames(2));
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.element(dialog).toHaveAccessibleName("1 user not changed");
    await expectTexts(dialog.getByRole("listitem"), ["Cy ReefThis account no longer exists."]);
    await expect.element(banner("1 user deleted")).toBeVisible();
    await expectGoodEverywhere("users who were not deleted");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expectCount(people.rows, 1);
    expect(sent).toEqual([{ action: "delete", users: ["user-1", "user-3"] }]);
  });

  it("invites only the invited ones again, and shows their links once without a mail server", async () => {
    const url = "https://app.example/invitation?token=abc";
    answerCall("post", "/api/user/bulk", { failed: [], links: [{ _id: "user-2", url, expiresAt: "2026-12-01T00:00:00.000Z" }] });
    await check("Ada Lovelace");
    await check("Bo Marlin");
    await button("Invite Again").click();
    await question.getByRole("button", { name: "Invite Again" }).click();
    await expect.element(dialog).toHaveAccessibleName("Invitation Links");
    await expect.element(dialog.getByRole("button", { name: "Copy link of Bo Marlin" })).toBeVisible();
    await expectGoodEverywhere("the links of several invitations");
    expect(sent).toEqual([{ action: "invite", users: ["user-2"] }]);
  });

  it("assigns a group or a project with one request, and shows why it failed", async () => {
    await check("Ada Lovelace");
    await check("Cy Reef");
    await button("Assign").click();
    await expect.element(question.getByRole("button", { name: "Assign" })).toBeDisabled();
    await question.getByRole("combobox", { name: "Project or group" }).click();
    await page.getByRole("option", { name: "Pilots" }).click();
    await expectGoodEverywhere("the choice of a project or group");
    answerCall("post", "/api/groups/group-1/members", { message: "It failed." }, 500);
    await question.getByRole("button", { name: "Assign" }).click();
    await expect.element(question.getByText("It failed.")).toBeVisible();
    answerCall("post", "/api/groups/group-1/members", { message: "", added: 2, invited: 0 });
    await question.getByRole("button", { name: "Assign" }).click();
    await expect.element(banner("2 users assigned")).toBeVisible();
    expect(sent.at(-1)).toEqual({ addresses: [ada.email, cy.email] });

    await check("Ada Lovelace");
    await button("Assign").click();
    await question.getByRole("combobox", { name: "Project or group" }).click();
    await page.getByRole("option", { name: "Chart 0002" }).click();
    const { _id } = projectNames(2)[1] ?? { _id: "" };
    answerCall("patch", `/api/project/${_id}/access`, { message: "" });
    await question.getByRole("button", { name: "Assign" }).click();
    await expect.element(banner("1 user assigned")).toBeVisible();
    expect(sent.at(-1)).toEqual({ people: [{ _id: "user-1", expiresAt: null }] });
  });
});

describe("the filters of User Management", () => {
  it("are in the address, and are cleared with the search", async () => {
    const { queries } = answerUsers([ada], projectNames(2));
    await renderScreen(usersOf("superadmin"), "/users?status=invited");
    await expect.poll(() => queries.at(-1)?.get("status")).toBe("invited");
    await page.getByRole("button", { name: "Filter 1 on" }).click();
    const popover = page.getByRole("dialog", { name: "Filter users" });
    await expect.element(popover.getByRole("combobox", { name: "Status" })).toHaveTextContent("Invited");
    await popover.getByRole("combobox", { name: "Group" }).click();
    await page.getByRole("option", { name: "Pilots" }).click();
    await expectAddress("/users?status=invited&group=group-1");
    await popover.getByRole("combobox", { name: "Assigned project" }).click();
    await page.getByRole("option", { name: "Chart 0001" }).click();
    await expect.poll(() => queries.at(-1)?.get("project")).toBe(projectNames(1)[0]?._id);
    await expectGoodEverywhere("the filters of users");
    answerUsers([], projectNames(2));
    await popover.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Expired" }).click();
    await popover.getByRole("button", { name: "Done" }).click();
    await expect.element(page.getByText("Try adjusting your search criteria")).toBeVisible();
    answerUsers([ada], projectNames(2));
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await expectAddress("/users");
    await expect.element(row("Ada Lovelace")).toBeVisible();
  });
});
