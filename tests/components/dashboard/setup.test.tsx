/** The checklist of a new installation. */
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { SetupChecklist } from "@/components/dashboard/setup-checklist";
import { SuperadminDashboardScreen } from "@/components/dashboard/superadmin-dashboard";
import type { Setup, SetupStep } from "@/lib/projects/setup/schema";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectTexts } from "../setup/elements";
import { expectFitsLargeText } from "../setup/large-text";
import { renderScreen } from "../setup/render";
import { answerDashboard, given } from "./dashboard-rows";

const names: SetupStep[] = ["sign-in", "mail", "map", "people", "backup", "thumbnails"];
const setupWith = (done: SetupStep[], sendsMail = true): Setup => ({
  steps: names.map((name) => ({ name, isDone: done.includes(name) })),
  sendsMail,
  thumbnailProblem: "No Chromium was found",
});

const checklist = page.getByRole("region", { name: "Set up Sea-Vision" });
const button = (name: string) => checklist.getByRole("button", { name, exact: true });

const show = (setup: Setup) =>
  renderScreen(<SuperadminDashboardScreen {...given} attention={null} setup={<SetupChecklist setup={setup} />} />, "/dashboard");

beforeEach(() => answerDashboard("superadmin", {}));

describe("the checklist of a new installation", () => {
  it("shows what is done, and leads to what is left", async () => {
    await show(setupWith(["map"], false));
    await expect.element(checklist.getByText("1 of 6 done")).toBeVisible();
    await expectTexts(checklist.getByRole("heading", { level: 3 }), [
      "Secure your sign-in",
      "Set up mail",
      "Publish your first map (done)",
      "Invite the first person",
      "Make a backup",
      "Show pictures of maps",
    ]);
    const links = checklist.getByRole("link").elements();
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/settings", "/users?add="]);
    await expect.element(checklist.getByText("No Chromium was found.")).toBeVisible();
    await expect.element(button("Send Test Mail")).not.toBeInTheDocument();
    await expectGoodEverywhere("the checklist");
    await expectFitsLargeText("the checklist");
  });

  it("is gone when a test mail completes it, which shows why it fails before", async () => {
    answer(http.post("/api/superadmin/setup/test-mail", () => HttpResponse.json({ message: "Invalid login" }, { status: 503 })));
    await show(setupWith(names.filter((name) => name !== "mail")));
    await button("Send Test Mail").click();
    await expect.element(page.getByText("Invalid login")).toBeVisible();
    answer(http.post("/api/superadmin/setup/test-mail", () => HttpResponse.json({ message: "Test mail sent to ann@harbour.example" })));
    await button("Send Test Mail").click();
    await expect.element(page.getByText("Test mail sent to ann@harbour.example")).toBeVisible();
    await expect.element(checklist).not.toBeInTheDocument();
  });

  it("is dismissed for the installation, and comes back with Undo", async () => {
    const sent: unknown[] = [];
    answer(
      http.put("/api/superadmin/setup", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: "" });
      }),
    );
    await show(setupWith([]));
    await button("Dismiss").click();
    await expect.element(checklist).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.element(checklist).toBeVisible();
    expect(sent).toEqual([{ isDismissed: true }, { isDismissed: false }]);
  });
});
