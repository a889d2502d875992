import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { AccessDialog } from "@/components/access/access-dialog";
import { userRow } from "../people/people-rows";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { inDays, projectRow } from "../setup/project-row";
import { renderScreen } from "../setup/render";
import { AccessApi, access, group, PATH, PROJECT_ID, person } from "./access-api";

const [ada, bea, cy] = [person("Ada Berg"), person("Bea Holm", { isInvited: true }), person("Cy Lund")];
const known = { people: [ada, bea, cy, person("Dora Admin", { isAdmin: true })], groups: [group("Surveyors", 12)] };
const failing = () => HttpResponse.json({ message: "It failed." }, { status: 500 });
const isoDay = (days: number) => inDays(days).slice(0, 10);

async function openAccess(): Promise<Locator> {
  await renderScreen(<AccessDialog project={projectRow()} onClose={() => undefined} />);
  return page.getByRole("dialog", { name: "Harbour" });
}

const search = () => page.getByPlaceholder("Add people or groups...");
const list = () => page.getByRole("list", { name: "People and groups with access" });
const matches = () => page.getByRole("list", { name: "Matches" });
const rowsOf = (rows: Locator) => rows.getByRole("listitem");

const newGroup = {
  ...{ _id: "id-crew", name: "Crew", description: "", memberCount: 0, projectCount: 1, createdAt: inDays(0) },
  ...{ claimValues: [], projects: [] },
};

/** Pastes a text into the search field, as the clipboard would. */
async function paste(text: string): Promise<void> {
  await expect.element(page.getByText("Only admins can open the map yet.")).toBeVisible();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  search()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

async function choose(name: string, action: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`Change access of ${name}$`) }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe("the access dialog", () => {
  it("says that only admins can open a map that was given to no user", async () => {
    new AccessApi(access());
    const dialog = await openAccess();
    await expect.element(dialog.getByText("Only admins can open the map yet.")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
    await expectGoodEverywhere("the access dialog without access");
    await expectFitsLargeText("the access dialog without access");
  });

  it("adds a user and a group that typing finds, and is ready for the next name", async () => {
    const api = new AccessApi(access(), known);
    await openAccess();
    await search().fill("ada");
    await matches().getByRole("button", { name: "Add Ada Berg" }).click();
    await expect.element(page.getByText("Ada Berg can open the map", { exact: true })).toBeVisible();
    await expect.element(rowsOf(list())).toHaveTextContent("ada.berg@harbour.example");
    await expect.element(search()).toHaveFocus();
    await expect.element(search()).toHaveValue("");
    await search().fill("survey");
    await matches().getByRole("button", { name: "Add Surveyors" }).click();
    await expect.poll(() => rowsOf(list()).elements()).toHaveLength(2);
    await expect.element(list().getByText("Group, 12 members")).toBeVisible();
    expect(api.edits).toEqual([{ people: [{ _id: ada._id, expiresAt: null }] }, { groups: [{ _id: "id-surveyors", expiresAt: null }] }]);
    await expectGoodEverywhere("the access dialog with a user and a group");
    await expectFitsLargeText("the access dialog with a user and a group");
  });

  it("makes a group of pasted addresses that can open the map, and keeps it when its members can't be added at first", async () => {
    const api = new AccessApi(access());
    const addresses = ["ada@harbour.example", "new@harbour.example"];
    const sent: unknown[] = [];
    let isFailing = true;
    answer(
      http.post("/api/groups/preview", () =>
        HttpResponse.json({
          message: "",
          addresses: addresses.map((address, index) => ({ address, kind: index === 0 ? "known" : "new" })),
        }),
      ),
      http.post("/api/groups", async ({ request }) => {
        sent.push(await request.json());
        api.shown = access({ groups: [{ ...group("Crew", 0), expiresAt: null }] });
        return HttpResponse.json({ message: "Group created", group: newGroup }, { status: 201 });
      }),
      http.post(`/api/groups/${newGroup._id}/members`, async ({ request }) => {
        sent.push(await request.json());
        return isFailing ? failing() : HttpResponse.json({ message: "Members added", added: 2, invited: 1 });
      }),
    );
    await openAccess();
    await paste(`Ada <${addresses[0]}>;\n${addresses[1]}`);
    await expect.element(page.getByText("Known: 1")).toBeVisible();
    await expectGoodEverywhere("pasted addresses in the access dialog");
    await expectFitsLargeText("pasted addresses in the access dialog");
    await page.getByLabelText("Group name").fill("Crew");
    await page.getByLabelText("Invite 1 new address by mail as users").click();
    const create = page.getByRole("button", { name: "Create Group with 2 Members" });
    await create.click();
    await expect.element(page.getByText("It failed.")).toBeVisible();
    isFailing = false;
    await create.click();
    await expect.element(list().getByText("Crew", { exact: true })).toBeVisible();
    const members = { addresses, invite: true };
    expect(sent).toEqual([{ name: "Crew", projects: [PROJECT_ID] }, members, members]);
  });

  it("shows among the matches who has access already, and that admins open every map", async () => {
    new AccessApi(access({ people: [{ ...ada, expiresAt: null }] }), known);
    await openAccess();
    await search().fill("harbour.example");
    await expect.poll(() => rowsOf(matches()).elements()).toHaveLength(4);
    const row = (name: string) => rowsOf(matches()).filter({ hasText: name });
    await expect.element(row("Ada Berg").getByRole("button", { name: "Can open. Change access of Ada Berg" })).toBeVisible();
    await expect.element(row("Bea Holm").getByText("Invited")).toBeVisible();
    await expect.element(row("Dora Admin")).toHaveTextContent("Opens every map");
    await expect.element(row("Dora Admin").getByRole("button")).not.toBeInTheDocument();
    await expectGoodEverywhere("the matches of the access dialog");
    await expectFitsLargeText("the matches of the access dialog");
  });

  it("changes the last day of access, and refuses a day in the past", async () => {
    const api = new AccessApi(access({ people: [{ ...ada, expiresAt: null }] }));
    await openAccess();
    await choose("Ada Berg", /^For 7 days/);
    await expect.element(list().getByRole("button", { name: /^Until .* Change access of Ada Berg$/ })).toBeVisible();
    await choose("Ada Berg", "Until a day…");
    const day = page.getByLabelText("Last day of access of Ada Berg");
    await expect.element(day).toHaveFocus();
    await day.fill("2020-01-01");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(page.getByText("Choose today or a later day.")).toBeVisible();
    await expectGoodEverywhere("the last day of access");
    await day.fill("2999-12-31");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.element(list().getByText("Until Dec 31, 2999")).toBeVisible();
    const next = new Date(2999, 11, 32).toISOString();
    expect(api.edits.at(-1)).toEqual({ people: [{ _id: ada._id, expiresAt: next }] });
    await choose("Ada Berg", "Without an end date");
    await expect.element(list().getByText("Can open", { exact: true })).toBeVisible();
  });

  it("shows that access has ended", async () => {
    new AccessApi(access({ people: [{ ...ada, expiresAt: `${isoDay(-3)}T12:00:00.000Z` }] }));
    await openAccess();
    await expect.element(list().getByRole("button", { name: /^Ended .* Change access of Ada Berg$/ })).toBeVisible();
  });

  it("removes access, moves the focus to the search, and gives it again by Undo", async () => {
    const api = new AccessApi(
      access({ people: [{ ...ada, expiresAt: inDays(5) }], groups: [{ ...group("Surveyors", 1), expiresAt: null }] }),
    );
    await openAccess();
    await choose("Surveyors", "Remove access");
    await expect.element(list().getByText("Surveyors")).not.toBeInTheDocument();
    await choose("Ada Berg", "Remove access");
    await expect.element(page.getByText("Only admins can open the map yet.")).toBeVisible();
    await expect.element(search()).toHaveFocus();
    expect(api.edits).toEqual([{ withdrawGroups: ["id-surveyors"] }, { withdrawPeople: [ada._id] }]);
    api.known = known;
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(list().getByRole("button", { name: /^Until .* Change access of Ada Berg$/ })).toBeVisible();
  });

  it("opens the map to any signed-in user", async () => {
    const api = new AccessApi(access());
    const dialog = await openAccess();
    await dialog.getByRole("combobox", { name: "General access" }).click();
    await page.getByRole("option", { name: "Any signed-in user" }).click();
    await expect.element(dialog.getByText("No one has access of their own. Any signed-in user can open the map.")).toBeVisible();
    await expect.element(dialog.getByText(/^Everyone with an account here can open the map/)).toBeVisible();
    expect(api.edits).toEqual([{ isOpenToAllUsers: true }]);
    await expectGoodEverywhere("the access dialog of a map for all");
  });

  it("shows the first of 200 users, and the others on demand", async () => {
    const people = Array.from({ length: 200 }, (_, index) => ({ ...person(`Person ${index + 1}`), expiresAt: null }));
    new AccessApi(access({ people, linkCount: 3 }));
    const dialog = await openAccess();
    await expect.poll(() => rowsOf(list()).elements()).toHaveLength(6);
    await expect.element(dialog.getByRole("tab", { name: "Links (3)" })).toBeVisible();
    await expectGoodEverywhere("the access dialog with 200 users");
    await dialog.getByRole("button", { name: "Show 100 more of 200" }).click();
    await expect.poll(() => rowsOf(list()).elements()).toHaveLength(106);
    await dialog.getByRole("button", { name: "Show 94 more of 200" }).click();
    await expect.poll(() => rowsOf(list()).elements()).toHaveLength(200);
  });

  it("keeps its size while its content changes", async () => {
    const api = new AccessApi(access(), known);
    const dialog = await openAccess();
    const height = () => dialog.element().getBoundingClientRect().height;
    await expect.element(dialog.getByText("Only admins can open the map yet.")).toBeVisible();
    // It grows while it opens.
    await Promise.all(Array.from(dialog.element().getAnimations(), ({ finished }) => finished));
    const before = height();
    await search().fill("harbour.example");
    await expect.poll(() => rowsOf(matches()).elements()).toHaveLength(4);
    expect(height()).toBe(before);
    expect(api.edits).toEqual([]);
  });

  it("is used with the keyboard alone", async () => {
    new AccessApi(access(), known);
    const dialog = await openAccess();
    await expect.element(dialog.getByRole("tab", { name: "People" })).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("cy");
    await expect.element(matches().getByRole("button", { name: "Add Cy Lund" })).toBeVisible();
    await userEvent.keyboard("{Tab}{Tab}{Enter}");
    await expect.element(list().getByText("Cy Lund")).toBeVisible();
    await expect.element(search()).toHaveFocus();
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.element(page.getByRole("menu")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("menuitem", { name: "Without an end date" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: /Change access of Cy Lund$/ })).toHaveFocus();
  });
});

describe("an unknown address in the access dialog", () => {
  const address = "new@fjord.example";

  it("offers an invitation to this map", async () => {
    const api = new AccessApi(access(), known);
    const sent: unknown[] = [];
    answer(
      http.post("/api/user/create", async ({ request }) => {
        sent.push(await request.json());
        api.shown = access({ people: [{ ...person("new", { email: address, isInvited: true }), expiresAt: null }] });
        return HttpResponse.json({ message: "User invited successfully" }, { status: 201 });
      }),
    );
    await openAccess();
    await search().fill("new@fjord");
    await expect.element(page.getByText("To invite a new person, enter the whole email address.")).toBeVisible();
    await search().fill(address);
    await expect.element(page.getByRole("button", { name: `Invite ${address}` })).toBeVisible();
    await expectGoodEverywhere("the offer of an invitation");
    await expectFitsLargeText("the offer of an invitation");
    await page.getByRole("button", { name: `Invite ${address}` }).click();
    await expect.element(list().getByText("Invited")).toBeVisible();
    expect(sent).toEqual([{ fullName: "new", email: address, invite: true, assignedProjects: ["id-harbour"] }]);
  });

  it("shows why the invitation was not sent, and keeps the offer", async () => {
    new AccessApi(access(), known);
    answer(http.post("/api/user/create", failing));
    await openAccess();
    await search().fill(address);
    await page.getByRole("button", { name: `Invite ${address}` }).click();
    await expect.element(page.getByText("It failed.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: `Invite ${address}` })).toBeEnabled();
  });

  it("is invited without a mail server by a link that is shown once", async () => {
    const api = new AccessApi(access({ sendsMail: false }), known);
    const url = "https://app.example/invitation?token=abc";
    answer(
      http.post("/api/user/create", () => {
        api.shown = access({ sendsMail: false, people: [{ ...person("new", { email: address, isInvited: true }), expiresAt: null }] });
        return HttpResponse.json({ message: "", user: userRow(1, { email: address }) }, { status: 201 });
      }),
      http.post("/api/user/invitation-link/user-1", () => HttpResponse.json({ url, expiresAt: "2026-12-01T00:00:00.000Z" })),
    );
    await openAccess();
    await search().fill(address);
    await expect.element(page.getByText("No mail server is set up: you copy a link for them.")).toBeVisible();
    await expectGoodEverywhere("the access dialog without mail");
    await page.getByRole("button", { name: `Invite ${address}` }).click();
    const dialog = page.getByRole("dialog", { name: "Copy Invitation Link" });
    await dialog.getByRole("button", { name: "Copy Invitation Link" }).click();
    await expect.element(dialog.getByLabelText("Link")).toHaveValue(url);
    await expectGoodEverywhere("the link of an invitation");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect.element(list().getByText("Invited")).toBeVisible();
  });
});

describe("a failure in the access dialog", () => {
  it("is shown where the access could not be loaded, which Retry loads", async () => {
    answer(http.get(PATH, failing));
    const dialog = await openAccess();
    await expect.element(dialog.getByText("It failed.")).toBeVisible();
    await expectGoodEverywhere("the access dialog that failed to load");
    new AccessApi(access({ people: [{ ...ada, expiresAt: null }] }));
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect.element(list().getByText("Ada Berg")).toBeVisible();
    await expect.element(dialog.getByText("It failed.")).not.toBeInTheDocument();
  });

  it("is shown where a change could not be saved, which Retry saves", async () => {
    const api = new AccessApi(access({ people: [{ ...ada, expiresAt: null }] }), known);
    let isDown = true;
    answer(http.patch(PATH, () => (isDown ? failing() : undefined)));
    await openAccess();
    await choose("Ada Berg", "Remove access");
    await expect.element(page.getByText("The change was not saved.")).toBeVisible();
    await expect.element(list().getByText("Ada Berg")).toBeVisible();
    await expectGoodEverywhere("the access dialog that failed to save");
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(page.getByText("Only admins can open the map yet.")).toBeVisible();
    await expect.element(page.getByText("The change was not saved.")).not.toBeInTheDocument();
    expect(api.edits).toEqual([{ withdrawPeople: [ada._id] }]);
  });

  it("is shown where the search failed, which Retry repeats", async () => {
    new AccessApi(access(), known);
    let isDown = true;
    answer(http.get(`${PATH}/candidates`, () => (isDown ? failing() : undefined)));
    await openAccess();
    await search().fill("ada");
    await expect.element(page.getByText("It failed.")).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(matches().getByText("Ada Berg")).toBeVisible();
  });
});
