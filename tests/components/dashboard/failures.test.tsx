import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { AdminDashboardScreen } from "@/components/dashboard/admin-dashboard";
import { answer } from "../setup/api";
import { renderScreen } from "../setup/render";

describe("the admin dashboard", () => {
  it("shows a failure on entry with a button that recovers", async () => {
    answer(
      http.get("/api/admin/dashboard-stats", () => HttpResponse.error()),
      http.get("/api/project/analytics", () => HttpResponse.error()),
    );
    const screen = (
      <AdminDashboardScreen name="Ann" linked={null} linkedProject={null} linkedFiles={null} mapsOrigin="http://localhost:3001" />
    );
    await renderScreen(screen, "/dashboard");
    await expect.element(page.getByRole("alert").filter({ hasText: "Network error. Please try again later." })).toBeVisible();
  });
});
