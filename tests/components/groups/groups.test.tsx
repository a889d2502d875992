import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { GroupsScreen } from "@/components/groups/groups-screen";
import type { AddressPreview, Group, GroupMember } from "@/lib/accounts/groups/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectAddress, expectCount, expectTexts } from "../setup/elements";
import { answerList } from "../setup/list-answers";
import { noteBanners } from "../setup/messages";
import { renderScreen } from "../setup/render";

const PATH = "/api/groups";
const dialog = page.getByRole("dialog");

function groupRow(given: Partial<Group> = {}): Group {
  return {
    _id: "masters",
    name: "Harbour masters",
    description: "Those who are on duty",
    memberCount: 1_204,
    projectCount: 2,
    createdAt: "2026-01-12T10:00:00.000Z",
    claimValues: ["masters"],
    projects: [
      { _id: "p1", name: "Harbour Depths", expiresAt: null },
      { _id: "p2", name: "Fairways", expiresAt: "2027-07-01T00:00:00.000Z" },
    ],
    ...given,
  };
}

function memberRow(number: number, given: Partial<GroupMember> = {}): GroupMember {
  const row = { _id: `m${number}`, fullName: `Member ${number}`, email: `member.${number}@harbour.example` };
  return { ...row, createdAt: "2026-01-12T10:00:00.000Z", expiresAt: null, hasEnded: false, isFromClaim: false, ...given };
}

const answerGroups = (rows: Group[]) => answerList({ path: PATH, name: "groups", rows, searched: ({ name }) => [name] });

function answerGroup(members: GroupMember[], group = groupRow()) {
  answer(
    http.get(`${PATH}/${group._id}`, () => HttpResponse.json(group)),
    http.get("/api/project/names", () => HttpResponse.json({ projects: [{ _id: "p1", name: "Harbour Depths" }] })),
    http.get(`${PATH}/${group._id}/guests`, () => HttpResponse.json({ guests: [], canAdmitGuests: true })),
  );
  return answerList({ path: `${PATH}/${group._id}/members`, name: "members", rows: members, searched: ({ fullName }) => [fullName] });
}

interface Shown {
  claim?: string | null;
  sendsMail?: boolean;
  mayEdit?: boolean;
}

const show = (path: string, { claim = null, sendsMail = true, mayEdit = true }: Shown = {}) =>
  renderScreen(<GroupsScreen initial={null} claim={claim} sendsMail={sendsMail} mayEdit={mayEdit} />, path);

const requests: unknown[] = [];
const answerCall = (method: "post" | "put" | "patch" | "delete", path: string, body: object, status = 200) =>
  answer(
    http[method](path, async ({ request }) => {
      requests.push(method === "delete" ? request.url : await request.json());
      return HttpResponse.json(body, { status });
    }),
  );

describe("the list of groups", () => {
  it("invites to create the first group", async () => {
    answerGroups([]);
    await show("/groups");
    await expect.element(page.getByText("No groups yet")).toBeVisible();
    await expectGoodEverywhere("the empty list of groups");
  });

  it("shows the groups with their numbers, and opens one", async () => {
    answerGroups([
      groupRow(),
      groupRow({ _id: "crew", name: "A group with a name that is as long as the name of a group may be", memberCount: 0 }),
    ]);
    answerGroup([memberRow(1)]);
    await show("/groups");
    const row = page.getByRole("row", { name: /Harbour masters/ });
    await expect.element(row.getByText("1,204")).toBeVisible();
    await expectGoodEverywhere("the list of groups");
    await page.getByRole("button", { name: "Open Harbour masters" }).click();
    await expectAddress("/groups?group=masters");
    await expect.element(page.getByRole("heading", { name: "Harbour masters", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "All Groups" }).click();
    await expectAddress("/groups");
  });

  it("offers a limited admin to open groups, and neither to create, edit nor delete them", async () => {
    answerGroups([groupRow()]);
    answerGroup([memberRow(1)]);
    await show("/groups", { mayEdit: false });
    await expect.element(page.getByRole("button", { name: "Open Harbour masters" })).toBeVisible();
    for (const name of ["New Group", "Delete Harbour masters"]) await expectCount(page.getByRole("button", { name }), 0);
    await page.getByRole("button", { name: "Open Harbour masters" }).click();
    await expect.element(page.getByRole("button", { name: "Add Members" })).toBeVisible();
    for (const name of ["Edit", "Choose Projects"]) await expectCount(page.getByRole("button", { name, exact: true }), 0);
  });

  it("creates a group with the values of a claim, and shows a name that is taken at its field", async () => {
    answerGroups([]);
    answerGroup([]);
    const message = "Another group has this name.";
    answerCall("post", PATH, { message, fields: { name: message } }, 409);
    await show("/groups", { claim: "groups" });
    await page.getByRole("button", { name: "New Group" }).first().click();
    await dialog.getByLabelText("Name").fill("Harbour masters");
    await dialog.getByLabelText("Values of the claim").fill(" masters \n\ncrew");
    await dialog.getByRole("button", { name: "Save Group" }).click();
    await expect.element(dialog.getByText(message)).toBeVisible();
    expect(requests.at(-1)).toEqual({ name: "Harbour masters", description: "", claimValues: ["masters", "crew"], projects: [] });
    answerCall("post", PATH, { message: "Group created", group: groupRow() }, 201);
    await dialog.getByRole("button", { name: "Save Group" }).click();
    await expectAddress("/groups?group=masters");
  });
});

describe("a group", () => {
  it("shows its projects, and its members with their ends", async () => {
    const ended = { expiresAt: "2026-02-01T00:00:00.000Z", hasEnded: true };
    answerGroup([memberRow(1), memberRow(2, { isFromClaim: true }), memberRow(3, ended)]);
    await show("/groups?group=masters");
    await expectTexts(page.getByRole("list", { name: "Projects of the group" }).getByRole("listitem"), [
      "Harbour Depths",
      /^Fairways until /,
    ]);
    await expect.element(page.getByRole("row", { name: /Member 2/ }).getByText("By single sign-on")).toBeVisible();
    await expect.element(page.getByRole("row", { name: /Member 3/ }).getByText("Ended")).toBeVisible();
    await expectGoodEverywhere("a group");
  });

  it("sets the end of a membership to the end of a day, and removes a member", async () => {
    const { list } = answerGroup([memberRow(1)]);
    const banners = noteBanners();
    await show("/groups?group=masters");
    await page.getByRole("button", { name: "End date of Member 1" }).click();
    answerCall("put", `${PATH}/masters/members`, { message: "" });
    await dialog.getByLabelText("Ends on").fill("2027-06-30");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => requests.at(-1)).toEqual({ accountId: "m1", expiresAt: new Date(2027, 6, 1).toISOString() });
    await expect.poll(() => banners).toContain("Membership saved");
    answerCall("delete", `${PATH}/masters/members`, { message: "" });
    await page.getByRole("button", { name: "Remove Member 1" }).click();
    list.rows = [];
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect.element(page.getByText("No members yet")).toBeVisible();
    expect(requests.at(-1)).toMatch(/members\?account=m1$/);
  });

  it("admits guests of a domain, and shows the change that failed", async () => {
    answerGroup([memberRow(1)]);
    const path = `${PATH}/masters/guests`;
    await show("/groups?group=masters");
    await page.getByLabelText("Address or domain").fill("fjord.example");
    answer(http.patch(path, () => HttpResponse.json({ message: "It failed." }, { status: 500 })));
    await page.getByRole("button", { name: "Admit guests of fjord.example" }).click();
    await expect.element(page.getByText("It failed.")).toBeVisible();
    const guests = [{ _id: "g1", address: "@fjord.example", expiresAt: null }];
    answerCall("patch", path, { message: "Guests changed", access: { guests, canAdmitGuests: true } });
    await page.getByRole("button", { name: "Admit guests of fjord.example" }).click();
    const list = page.getByRole("list", { name: "Guests" });
    await expect.element(list.getByRole("button", { name: "Can open. Change access of fjord.example" })).toBeVisible();
    await expect.element(page.getByText("It failed.")).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Address or domain")).toHaveValue("");
    expect(requests.at(-1)).toEqual({ guests: [{ address: "@fjord.example", expiresAt: null }] });
    await expectGoodEverywhere("a group with guests");
  });

  it("says when it is gone", async () => {
    answer(
      http.get(`${PATH}/gone`, () => HttpResponse.json({ message: "This group no longer exists." }, { status: 404 })),
      http.get(`${PATH}/gone/members`, () => HttpResponse.json({ message: "This group no longer exists." }, { status: 404 })),
    );
    await show("/groups?group=gone");
    await expect.element(page.getByRole("alert").getByText("This group no longer exists.").first()).toBeVisible();
  });
});

describe("Add Members", () => {
  const addresses: AddressPreview[] = [
    { address: "ada@example.com", kind: "known" },
    { address: "grace@example.com", kind: "new" },
    { address: "member@example.com", kind: "member" },
    { address: "boss@example.com", kind: "admin" },
    { address: "ada@example.com", kind: "duplicate" },
    { address: "ada@", kind: "invalid" },
  ];

  async function openPaste(sendsMail = true) {
    answerGroup([]);
    answerCall("post", `${PATH}/preview`, { addresses });
    await show("/groups?group=masters", { sendsMail });
    await page.getByRole("button", { name: "Add Members" }).first().click();
    await dialog.getByRole("tab", { name: "Paste Addresses" }).click();
    await dialog.getByLabelText("Addresses", { exact: true }).fill("pasted");
    await dialog.getByRole("button", { name: "Check Addresses" }).click();
    await expectTexts(dialog.getByRole("status"), [/^6 addressesKnown: 1New: 1Already a member: 1Admin: 1Duplicate: 1Invalid: 1$/]);
  }

  it("previews pasted addresses, and adds the known ones and, when chosen, invites the new ones", async () => {
    await openPaste();
    await expectGoodEverywhere("the preview of addresses");
    const banners = noteBanners();
    answerCall("post", `${PATH}/masters/members`, { message: "", added: 2, invited: 1 });
    await expect.element(dialog.getByRole("button", { name: "Add 1 Member" })).toBeEnabled();
    await dialog.getByLabelText("Invite 1 new address by mail as users").click();
    await dialog.getByRole("button", { name: "Add 2 Members" }).click();
    await expect
      .poll(() => requests.at(-1))
      .toEqual({ addresses: ["ada@example.com", "grace@example.com"], invite: true, expiresAt: null });
    await expect.poll(() => banners).toContain("2 members were added, 1 of them by invitation");
  });

  it("says without a mail server where links of invitations are copied, and forgets the preview when the text changes", async () => {
    await openPaste(false);
    await dialog.getByLabelText("Invite 1 new address as users").click();
    await expect.element(dialog.getByText("Copy the links of the invitations in User Management.")).toBeVisible();
    await dialog.getByLabelText("Addresses", { exact: true }).fill("changed");
    await expect.element(dialog.getByRole("button", { name: "Add Members" })).toBeDisabled();
  });

  it("reads a CSV file", async () => {
    await openPaste();
    const file = new File(["Email\nada@example.com\n"], "members.csv", { type: "text/csv" });
    await userEvent.upload(dialog.getByLabelText("CSV file"), file);
    await expect.element(dialog.getByLabelText("Addresses", { exact: true })).toHaveValue("Email\nada@example.com\n");
  });

  it("finds users by a search, and shows a failure without losing them", async () => {
    answerGroup([]);
    const user = { _id: "u1", fullName: "Ada Lovelace", email: "ada@example.com", assignedProjects: [], assignedProjectCount: 0 };
    const ada = { ...user, createdAt: "2026-01-12T10:00:00.000Z", expiresAt: null, invitation: null };
    answerList({ path: "/api/user/all", name: "users", rows: [ada], searched: ({ fullName }) => [fullName] });
    await show("/groups?group=masters");
    await page.getByRole("button", { name: "Add Members" }).first().click();
    await dialog.getByPlaceholder("Find users to add...").fill("ada");
    await dialog.getByRole("button", { name: "Add Ada Lovelace" }).click();
    answerCall("post", `${PATH}/masters/members`, { message: "It failed." }, 500);
    await dialog.getByRole("button", { name: "Add 1 Member" }).click();
    await expect.element(dialog.getByText("It failed.")).toBeVisible();
    answerCall("post", `${PATH}/masters/members`, { message: "", added: 1, invited: 0 });
    await dialog.getByRole("button", { name: "Add 1 Member" }).click();
    await expect.poll(() => document.querySelector("[role=dialog]")).toBeNull();
    expect(requests.at(-1)).toEqual({ addresses: ["ada@example.com"], invite: false, expiresAt: null });
  });
});
