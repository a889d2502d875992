import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { extremeContents } from "../../setup/dashboard-answers";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { renderInShell } from "../setup/shell";
import { answerDashboard, dashboardOf, dashboardPaths, roles } from "./dashboard-rows";

/** Returns the accessible names of the tables that scroll sideways. */
const wideTables = () =>
  [...document.querySelectorAll("table[aria-label]")]
    .filter(({ parentElement }) => (parentElement?.scrollWidth ?? 0) > (parentElement?.clientWidth ?? 0))
    .map((table) => table.ariaLabel);

const alert = page.getByRole("main").getByRole("alert");

describe.each(roles)("the dashboard of the role %s is accessible and fits at every width, in both themes", (role) => {
  const show = () => renderInShell(dashboardOf(role), "/dashboard", { role });
  const fail = () => answer(http.get(dashboardPaths[role], () => new HttpResponse("", { status: 500 })));

  it("with extreme contents", async () => {
    answerDashboard(role, extremeContents);
    await show();
    await expect.element(page.getByText("2,147,483,647").first()).toBeVisible();
    // The chart's bars render last.
    if (role === "superadmin") await expect.poll(() => document.querySelectorAll(".recharts-bar-rectangle").length).toBeGreaterThan(0);
    await expectGoodEverywhere("much", (width) =>
      expect.poll(wideTables, { message: `tables that scroll sideways, ${width} px` }).toEqual([]),
    );
  });

  it("without contents and after a failed refresh", async () => {
    answerDashboard(role, {});
    await show();
    await expect.element(page.getByText(/^No (recent projects found|Projects Yet)$/)).toBeVisible();
    await expectGoodEverywhere("nothing");
    fail();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.element(alert).toBeVisible();
    await expectGoodEverywhere("a refresh that failed");
  });

  it("after a failure on entry", async () => {
    answerDashboard(role, {});
    fail();
    await show();
    await expect.element(alert).toBeVisible();
    await expectGoodEverywhere("a failure");
  });
});
