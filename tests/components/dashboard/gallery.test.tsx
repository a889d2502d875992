import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { daysAgo } from "../../setup/dashboard-answers";
import { answerAssigned, projectRow } from "../assigned/assigned-rows";
import { expectGoodEverywhere } from "../setup/appearance";
import { within } from "../setup/elements";
import { renderScreen } from "../setup/render";
import { answerDashboard, dashboardOf } from "./dashboard-rows";

const gallery = page.getByRole("list", { name: "Assigned projects" });
const cardOf = (name: string) => gallery.getByRole("listitem").filter({ hasText: name });
const expectCards = (names: string[]) =>
  expect.poll(() => (gallery.query() ? within(gallery, "li bdi").map(({ textContent }) => textContent) : [])).toEqual(names);

it("the gallery of a user's dashboard begins with the recent and favourite maps, and marks what changed since the last visit", async () => {
  const newest = projectRow("Newest", daysAgo(1));
  const changed = projectRow("Changed", daysAgo(30), { updatedAt: daysAgo(1) });
  const opened = projectRow("Opened", daysAgo(40));
  answerDashboard("user", { projects: 9 });
  answerAssigned([newest, changed, opened]);
  await renderScreen(dashboardOf("user", { layout: "gallery", first: [opened], since: daysAgo(2) }), "/dashboard");
  await expectCards(["Opened", "Newest", "Changed"]);
  await expect.element(cardOf("Newest").getByText("New", { exact: true })).toBeVisible();
  await expect.element(cardOf("Changed").getByText("Updated", { exact: true })).toBeVisible();
  await expect.element(cardOf("Opened").getByText("New", { exact: true })).not.toBeInTheDocument();
  await expectGoodEverywhere("the gallery of a user's dashboard");
  await page.getByPlaceholder("Search projects...").fill("new");
  await expectCards(["Newest"]);
});

it("the gallery marks nothing during the first visit", async () => {
  answerDashboard("user", { projects: 9 });
  answerAssigned([projectRow("Newest", daysAgo(0))]);
  await renderScreen(dashboardOf("user", { layout: "gallery" }), "/dashboard");
  await expectCards(["Newest"]);
  await expect.element(cardOf("Newest").getByText("New", { exact: true })).not.toBeInTheDocument();
});
