import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DEFAULT_DATES } from "@/components/shared/time/date-settings";
import { AppShell } from "@/components/shell/app-shell";
import type { OwnConversion } from "@/lib/data-maps/conversion/schema";
import { projectDetails } from "../projects/project-rows";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { ACCOUNT } from "./zip-upload";

const project = projectDetails("Harbour");
const depths: OwnConversion = {
  projectId: project._id,
  projectName: "Harbour",
  safeName: project.safeName,
  path: "data/depths.gpkg",
  percent: 0,
};
const tray = page.getByRole("region", { name: "Uploads" });
const row = tray.getByRole("listitem");

/** What the server has, which a test changes. */
let server: { running: OwnConversion[]; problem?: string };

beforeEach(async () => {
  server = { running: [depths] };
  answer(
    http.post("/api/auth/refresh", () => HttpResponse.json({ message: "Session extended." })),
    http.get("/api/project/conversions", () => HttpResponse.json({ conversions: server.running })),
    http.get("/api/project/details/:id", () => {
      const { problem } = server;
      return HttpResponse.json({ project: { ...project, conversions: problem ? [{ path: depths.path, percent: 0, problem }] : [] } });
    }),
    http.delete(`/api/files/${project.safeName}/conversion`, async ({ request }) => {
      expect(await request.json()).toEqual({ itemPath: depths.path });
      server = { running: [], problem: "The conversion was cancelled." };
      return HttpResponse.json({ success: true, message: "Conversion cancelled" });
    }),
  );
  await render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <AppShell viewer={{ name: "Ada", email: ACCOUNT.email, role: "admin" }} accountId={ACCOUNT.id} dates={DEFAULT_DATES} logo={null}>
        <p>A page</p>
      </AppShell>
    </SWRConfig>,
  );
});

it("the tray shows a layer that waits, how far it is converted, and that it is done", async () => {
  await expect.element(row).toHaveTextContent("Waiting for its conversion, layer of Harbour");
  server.running = [{ ...depths, percent: 45 }];
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("45%");
  await expect.element(row.getByRole("progressbar", { name: "Conversion of Depths" })).toHaveAttribute("aria-valuenow", "45");
  await expect.element(tray.getByText("1 converting")).toBeVisible();
  await expectAccessible("a conversion in the tray");
  server.running = [];
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("Depths is converted");
  await row.getByRole("button", { name: "Dismiss Depths" }).click();
  await expect.element(tray).not.toBeInTheDocument();
});

it("the tray shows why a layer was not converted", async () => {
  await expect.element(row).toBeVisible();
  server = { running: [], problem: "“data/depths.gpkg” is damaged." };
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("Depths was not converted“data/depths.gpkg” is damaged.");
  await expectAccessible("a failed conversion in the tray");
});

it("the tray cancels a conversion", async () => {
  await row.getByRole("button", { name: "Cancel: Depths" }).click();
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("Depths was not convertedThe conversion was cancelled.");
  await expect.element(row.getByRole("link", { name: "Show project Harbour" })).toBeVisible();
});

it("the tray shows one end for a layer whose result becomes tiles", async () => {
  await expect.element(row).toBeVisible();
  server.running = [{ ...depths, path: "layers/data/depths.gpkg/depths.fgb", percent: 10 }];
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("10%");
  await expect.element(tray.getByText("is converted")).not.toBeInTheDocument();
  server.running = [];
  await expect.element(row, { timeout: 5_000 }).toHaveTextContent("Depths is converted");
});
