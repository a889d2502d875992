import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import { ManagedProjectDialog } from "@/components/projects/details/managed-project-dialog";
import type { ProjectView, ProjectViews } from "@/lib/projects/views/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { inDays, projectRow } from "../setup/project-row";
import { renderScreen } from "../setup/render";

const project = projectRow();
const PATH = "/api/project/views/:id";

function viewRow(given: Partial<ProjectView> = {}): ProjectView {
  const account = { _id: crypto.randomUUID(), name: "Ada Lovelace", email: "ada@sea-vision.example" };
  const version = { versionId: "7", versionCreatedAt: inDays(-9), isCurrentVersion: true };
  return { _id: crypto.randomUUID(), kind: "person", account, credential: null, views: 1, lastViewedAt: inDays(-1), ...version, ...given };
}

const days = Array.from({ length: 30 }, (_, index) => ({ day: inDays(index - 29).slice(0, 10), count: index % 5 }));

function answerViews(given: Partial<ProjectViews> = {}): void {
  const none = { views: 0, people: 0, mapViews: days.map((day) => ({ ...day, count: 0 })), historyDays: 90, history: [] };
  answer(http.get(PATH, () => HttpResponse.json({ ...none, total: given.history?.length ?? 0, nextCursor: null, ...given })));
}

async function openDetails(): Promise<Locator> {
  answer(
    http.get(`/api/project/details/${project._id}`, () => HttpResponse.json({ project })),
    http.get(`/api/project/versions/${project._id}`, () => HttpResponse.json({ versions: [] })),
  );
  const nothing = () => undefined;
  const handlers = { onChange: nothing, onReplaceMap: nothing, onClose: nothing };
  await renderScreen(<ManagedProjectDialog project={project} mapsOrigin="http://localhost:3001" {...handlers} />);
  return page.getByRole("dialog", { name: project.name });
}

describe("the views of a map", () => {
  it("are counted in the details, and name each viewer with time, count and version", async () => {
    const long = "A label of a link that is as long as a label of a link may reasonably be for the harbour office";
    const former = { isCurrentVersion: false, versionId: "6" };
    const history = [
      viewRow({ views: 1_204 }),
      viewRow({ kind: "token", credential: "Nightly check", ...former }),
      viewRow({ kind: "link", account: null, credential: long, ...former, versionCreatedAt: null }),
      viewRow({ kind: "link", account: null, ...former, versionId: null, versionCreatedAt: null }),
      viewRow({ kind: "guest", account: null, credential: "bea@fjord.example" }),
    ];
    answerViews({ views: 1_212, people: 1, mapViews: days, history });
    const dialog = await openDetails();
    await dialog.getByRole("button", { name: "1,212 views · 1 person in the last 30 days" }).click();
    await expect.element(dialog.getByRole("heading", { name: project.name })).toHaveFocus();
    await expect.element(dialog.getByRole("tab", { name: "Views" })).toHaveAttribute("aria-selected", "true");
    const table = dialog.getByRole("table", { name: "Views" });
    await expect.element(table.getByRole("row", { name: /Ada Lovelace ada@sea-vision\.example .* 1,204 .*Current/ })).toBeVisible();
    await expect.element(table.getByRole("row", { name: /Nightly check API token of ada@sea-vision\.example/ })).toBeVisible();
    await expect.element(table.getByRole("row", { name: /A label of a link .* Share link .* Deleted/ })).toBeVisible();
    await expect.element(table.getByRole("row", { name: /bea@fjord\.example Guest .*Current/ })).toBeVisible();
    await expect
      .element(dialog.getByRole("link", { name: "Export CSV" }))
      .toHaveAttribute("href", `/api/project/views/${project._id}/csv?days=30`);
    await expectGoodEverywhere("the views of a map");
    await expectFitsLargeText("the views of a map");
    await dialog.getByRole("tab", { name: "Overview" }).click();
    await expect.element(dialog.getByRole("button", { name: /1,212 views/ })).toBeVisible();
  });

  it("are shown for another period", async () => {
    answer(
      http.get(PATH, ({ request }) => {
        const people = Number(new URL(request.url).searchParams.get("days"));
        return HttpResponse.json({ views: 3, people, mapViews: days, historyDays: 90, history: [viewRow()], total: 1, nextCursor: null });
      }),
    );
    const dialog = await openDetails();
    await dialog.getByRole("button", { name: /in the last 30 days/ }).click();
    await dialog.getByRole("combobox", { name: "Period" }).click();
    await page.getByRole("option", { name: "Last 90 days" }).click();
    await expect.element(dialog.getByText("90 people opened the map")).toBeVisible();
  });

  it.each([
    ["the map was not opened", { historyDays: 90 }, "The map was not opened in this period."],
    ["no history is recorded", { historyDays: 0, views: 3 }, "This server records how often maps are opened, and not by whom."],
    ["the viewers are not known", { views: 3 }, "These views are older than the history, or of deleted accounts."],
  ])("say that %s", async (_what, given, text) => {
    answerViews(given);
    const dialog = await openDetails();
    await dialog.getByRole("button", { name: /in the last 30 days/ }).click();
    await expect.element(dialog.getByText(text)).toBeVisible();
    await expectGoodEverywhere(`the views of a map: ${text}`);
  });

  it("say that they could not be loaded, and are loaded again", async () => {
    answer(http.get(PATH, () => HttpResponse.json({ message: "It failed." }, { status: 500 })));
    const dialog = await openDetails();
    await dialog.getByRole("button", { name: "Show who opened the map" }).click();
    await expect.element(dialog.getByText("Failed to load the views")).toBeVisible();
    answerViews({ views: 1, people: 1, history: [viewRow()] });
    await dialog.getByRole("button", { name: /Retry|Try again/i }).click();
    await expect.element(dialog.getByText("Ada Lovelace")).toBeVisible();
  });
});
