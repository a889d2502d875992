import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { AccessDialog } from "@/components/access/access-dialog";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { inDays, projectRow } from "../setup/project-row";
import { renderScreen } from "../setup/render";
import { AccessApi, access, person } from "./access-api";

const ADDRESS = "ada@fjord.example";
const REASON = "Guests can't be admitted, because this server has no mail server to send codes (SMTP_URL is not set).";

const search = () => page.getByPlaceholder("Add people or groups...");
const list = () => page.getByRole("list", { name: "People and groups with access" });
const matches = () => page.getByRole("list", { name: "Matches" });
const button = (name: string | RegExp) => page.getByRole("button", { name });

async function openAccess(): Promise<void> {
  await renderScreen(<AccessDialog project={projectRow()} onClose={() => undefined} />);
  await expect.element(page.getByRole("dialog", { name: "Harbour" })).toBeVisible();
}

describe("guests in the access dialog", () => {
  it("are offered for an unknown address next to an invitation, and listed once admitted", async () => {
    const api = new AccessApi(access());
    await openAccess();
    await search().fill(ADDRESS);
    await expect.element(button(`Invite ${ADDRESS}`)).toBeVisible();
    await expect.element(button("Admit as guest")).toBeVisible();
    await expectGoodEverywhere("the offer to admit a guest");
    await expectFitsLargeText("the offer to admit a guest");
    await button("Admit as guest").click();
    await expect.element(page.getByText(`${ADDRESS} is admitted`)).toBeVisible();
    await expect.element(list().getByRole("listitem")).toHaveTextContent(`${ADDRESS}Guest`);
    await expect.element(search()).toHaveFocus();
    expect(api.edits).toEqual([{ guests: [{ address: ADDRESS, expiresAt: null }] }]);
  });

  it.each(["fjord.example", "@Fjord.example"])("are offered for the domain %s", async (typed) => {
    const api = new AccessApi(access());
    await openAccess();
    await search().fill(typed);
    await button("Admit guests of fjord.example").click();
    await expect.element(page.getByText("Guests of fjord.example are admitted")).toBeVisible();
    await expect.element(list().getByText("Guests: every address of this domain")).toBeVisible();
    expect(api.edits).toEqual([{ guests: [{ address: "@fjord.example", expiresAt: null }] }]);
  });

  it("of a public mail domain come with a warning", async () => {
    new AccessApi(access());
    await openAccess();
    await search().fill("gmail.com");
    await expect.element(matches().getByText("Everyone can get an address of gmail.com.")).toBeVisible();
    await expect.element(button("Admit guests of gmail.com")).toBeVisible();
    await expectGoodEverywhere("the warning about a public mail domain");
  });

  it("are not offered for the address of a user", async () => {
    const ada = person("Ada Berg");
    new AccessApi(access(), { people: [ada], groups: [] });
    await openAccess();
    await search().fill(ada.email);
    await expect.element(matches().getByRole("button", { name: "Add Ada Berg" })).toBeVisible();
    await expect.element(button("Admit as guest")).not.toBeInTheDocument();
  });

  it("get an end date, are found by typing, and are removed", async () => {
    const guests = [
      { _id: "g1", address: ADDRESS, expiresAt: null },
      { _id: "g2", address: "@harbour.example", expiresAt: inDays(-3) },
    ];
    const api = new AccessApi(access({ guests }));
    await openAccess();
    await expect.element(list().getByRole("button", { name: /^Ended .* Change access of harbour\.example$/ })).toBeVisible();
    await expectGoodEverywhere("guests in the access dialog");
    await expectFitsLargeText("guests in the access dialog");
    await button(/Change access of ada@fjord\.example$/).click();
    await page.getByRole("menuitem", { name: /^For 7 days/ }).click();
    await expect.element(list().getByRole("button", { name: /^Until .* Change access of ada@fjord\.example$/ })).toBeVisible();
    await search().fill("harbour");
    await expect.element(matches().getByText("Guests: every address of this domain")).toBeVisible();
    await search().fill("");
    await button(/Change access of harbour\.example$/).click();
    await page.getByRole("menuitem", { name: "Remove access" }).click();
    await expect.element(page.getByText("Guests of harbour.example are no longer admitted")).toBeVisible();
    await expect.element(list().getByText("harbour.example")).not.toBeInTheDocument();
    expect(api.edits.at(-1)).toEqual({ withdrawGuests: ["@harbour.example"] });
  });

  it("are off without a mail server, and the dialog says why", async () => {
    new AccessApi(access({ canAdmitGuests: false }));
    await openAccess();
    await expect.element(page.getByRole("region", { name: "Guest link" })).toHaveTextContent(REASON);
    await expect.element(button("Copy guest link")).not.toBeInTheDocument();
    await search().fill(ADDRESS);
    await expect.element(matches().getByText(REASON)).toBeVisible();
    await expect.element(button("Admit as guest")).not.toBeInTheDocument();
    await expectGoodEverywhere("the access dialog without a mail server");
  });

  it("get a link that can be copied", async () => {
    new AccessApi(access());
    await openAccess();
    await expect.element(page.getByRole("region", { name: "Guest link" }).getByRole("button", { name: "Copy guest link" })).toBeVisible();
  });
});
