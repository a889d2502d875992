import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { AdminDashboardScreen } from "@/components/dashboard/admin-dashboard";
import { AttentionSection } from "@/components/dashboard/attention-section";
import type { Attention } from "@/lib/projects/attention/schema";
import { daysAgo } from "../../setup/dashboard-answers";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectTexts } from "../setup/elements";
import { renderInShell } from "../setup/shell";
import { answerDashboard, given } from "./dashboard-rows";

const map = { name: "Harbour Depths", safeName: "harbour-depths" };
const request = (number: number) => ({
  ...{ ...map, _id: `request-${number}`, person: `Ada ${number}`, email: "ada@harbour.example", requestedAt: daysAgo(number) },
});
const region = page.getByRole("region", { name: "Needs Attention" });

async function show(attention: Attention, errors: string[] = []) {
  answerDashboard("admin", {});
  const failedImports = errors.map((error, index) => ({ _id: `import-${index}`, projectName: "Berths", error }));
  const section = <AttentionSection attention={attention} failedImports={failedImports} />;
  await renderInShell(<AdminDashboardScreen {...given} attention={section} />, "/dashboard", { role: "admin" });
}

it("lists failed imports, access requests and expiring links, each with a link to where it is solved", async () => {
  const link = { ...map, _id: "link", label: "For the council", expiresAt: daysAgo(-2) };
  await show({ requests: [request(1)], links: [link] }, ["The archive is damaged."]);
  await expectTexts(region.getByRole("listitem").getByRole("paragraph"), [
    "Berths was not published",
    "The archive is damaged.",
    "Ada 1 requests access to Harbour Depths",
    /^ada@harbour\.example · /,
    "A link to Harbour Depths expires soon",
    /^For the council · until /,
  ]);
  const paths = region
    .getByRole("link")
    .elements()
    .map((element) => element.getAttribute("href"));
  expect(paths).toEqual(["/projects", "/projects?project=harbour-depths&tab=access", "/projects?project=harbour-depths&tab=links"]);
  await expectGoodEverywhere("what needs attention");
});

it("shows the first four, and the others on request", async () => {
  await show({ requests: [1, 2, 3, 4, 5, 6].map(request), links: [] });
  await expect.poll(() => region.getByRole("listitem").elements().length).toBe(4);
  await region.getByRole("button", { name: "Show 2 more" }).click();
  await expect.poll(() => region.getByRole("listitem").elements().length).toBe(6);
});

it("is absent when there is nothing to do", async () => {
  await show({ requests: [], links: [] });
  await expect.element(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect.element(region).not.toBeInTheDocument();
});
