import { expect } from "@playwright/test";
import { test } from "../setup/browser";
import { answerDashboard, dashboardCalls, muchOfEverything } from "../setup/dashboard-answers";
import { expectGood } from "../setup/people-screen";

for (const role of ["admin", "superadmin", "user"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1440, 768, 390]) {
      test(`axe finds nothing on the dashboard of a ${role}, ${colorScheme}, ${width} px, and nothing hangs over`, async ({
        page,
        signInAs,
        complaints,
      }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 844 });
        await signInAs(role);
        await answerDashboard(page, role, muchOfEverything);
        await page.goto("/dashboard");
        await expect(page.getByText("2,147,483,647").first()).toBeVisible();
        // The bars come after the rest.
        if (role === "superadmin") await expect(page.locator(".recharts-bar-rectangle").first()).toBeVisible();
        await expectGood(page, "much");
        // That of the chart's numbers is for screen readers alone.
        const tables = page.locator("table[aria-label]");
        const hangingOver = await tables.evaluateAll((all) =>
          all
            .filter((table) => (table.parentElement?.scrollWidth ?? 0) > (table.parentElement?.clientWidth ?? 0))
            .map((table) => table.ariaLabel),
        );
        expect(hangingOver, "tables that scroll sideways").toEqual([]);

        await answerDashboard(page, role, {});
        await page.goto("/dashboard");
        await expect(page.getByText(/^No (recent projects found|Projects Yet)$/)).toBeVisible();
        await expectGood(page, "nothing");

        await page.unroute(dashboardCalls[role]);
        await page.route(dashboardCalls[role], (route) => route.fulfill({ status: 500, body: "" }));
        await page.getByRole("button", { name: "Refresh" }).click();
        await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
        await expectGood(page, "a refresh that failed");
        await page.goto("/dashboard");
        await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
        await expectGood(page, "a failure");
        complaints.length = 0;
      });
    }
  }
}
