import { expect, type Page } from "@playwright/test";
import { expectGoodEverywhere } from "../setup/accessibility";
import { test } from "../setup/browser";
import { answerDashboard, dashboardCalls, extremeContents } from "../setup/dashboard-answers";

/** Returns the accessible names of the tables that scroll sideways. */
function wideTables(page: Page): Promise<(string | null)[]> {
  return page
    .locator("table[aria-label]")
    .evaluateAll((tables) =>
      tables
        .filter((table) => (table.parentElement?.scrollWidth ?? 0) > (table.parentElement?.clientWidth ?? 0))
        .map((table) => table.ariaLabel),
    );
}

for (const role of ["admin", "superadmin", "user"] as const) {
  test(`the dashboard of a ${role} is accessible and fits at every width, in both themes`, async ({ page, signInAs, complaints }) => {
    await signInAs(role);
    await answerDashboard(page, role, extremeContents);
    await page.goto("/dashboard");
    await expect(page.getByText("2,147,483,647").first()).toBeVisible();
    // The chart's bars render last.
    if (role === "superadmin") await expect(page.locator(".recharts-bar-rectangle").first()).toBeVisible();
    await expectGoodEverywhere(page, "much", (width) =>
      expect.poll(() => wideTables(page), { message: `tables that scroll sideways, ${width} px` }).toEqual([]),
    );

    await answerDashboard(page, role, {});
    await page.goto("/dashboard");
    await expect(page.getByText(/^No (recent projects found|Projects Yet)$/)).toBeVisible();
    await expectGoodEverywhere(page, "nothing");

    await page.route(dashboardCalls[role], (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectGoodEverywhere(page, "a refresh that failed");
    await page.goto("/dashboard");
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expectGoodEverywhere(page, "a failure");
    complaints.length = 0;
  });
}
