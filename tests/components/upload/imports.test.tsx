import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ProjectScreen } from "@/components/projects/project-screen";
import { DEFAULT_DATES } from "@/components/shared/time/date-settings";
import { AppShell } from "@/components/shell/app-shell";
import type { ImportSummary } from "@/lib/imports/progress/schema";
import type { ManagedProject } from "@/lib/projects/schema";
import { queuedImport } from "../../setup/import-progress";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { inDays, projectRow } from "../setup/project-row";
import { ACCOUNT } from "./zip-upload";

const MEBIBYTE = 1024 ** 2;

function importRow(given: Partial<ImportSummary>): ImportSummary {
  const id = crypto.randomUUID();
  const created = { createdBy: { _id: ACCOUNT.id, name: "Demo Admin" }, createdAt: inDays(0) };
  const sizes = { totalFiles: 200, totalSize: MEBIBYTE };
  return {
    ...queuedImport,
    _id: id,
    importId: id,
    safeName: id,
    projectName: "Harbour",
    sourceName: "chart.zip",
    ...created,
    ...sizes,
    ...given,
  };
}

function failedRow(projectName: string, error: string | null = null): ImportSummary {
  return importRow({ projectName, success: false, status: "error", phase: "failed", error });
}

/** Renders Project Management in the shell. @returns what the server has, which the test changes */
async function renderManagement(imports: ImportSummary[]) {
  const server = { imports, projects: [] as ManagedProject[] };
  answer(
    http.post("/api/auth/refresh", () => HttpResponse.json({ message: "Session extended." })),
    http.get("/api/project/imports", () => HttpResponse.json({ imports: server.imports })),
    http.delete("/api/project/imports/:id", ({ params }) => {
      server.imports = server.imports.filter(({ _id }) => _id !== params["id"]);
      return HttpResponse.json({ message: "Dismissed." });
    }),
    http.get("/api/project/all", () => HttpResponse.json({ projects: server.projects, total: server.projects.length, nextCursor: null })),
  );
  history.replaceState(null, "", "/projects?search=harbour");
  const linked = { linked: null, linkedProject: null, linkedFiles: null };
  await render(
    <AppShell viewer={{ name: "Ada", email: ACCOUNT.email, role: "admin" }} accountId={ACCOUNT.id} dates={DEFAULT_DATES} logo={null}>
      <ProjectScreen {...linked} initial={null} mapsOrigin="http://localhost:3001" layout="list" account={ACCOUNT} />
    </AppShell>,
  );
  return server;
}

const tray = () => page.getByRole("region", { name: "Uploads" });

it("the tray shows a running import with live progress until it is complete", async () => {
  const running = importRow({ phase: "indexing", totalFiles: 0, totalSize: 0 });
  const server = await renderManagement([running]);
  const row = tray().getByRole("listitem").filter({ hasText: "Harbour" });
  const bar = row.getByRole("progressbar", { name: "Import of Harbour" });
  await expect.element(row).toHaveTextContent("Reading the ZIP file");
  await expect.element(row).toHaveTextContent("chart.zip, by Demo Admin");
  await expect.element(bar).not.toHaveAttribute("aria-valuenow");
  await expect.element(page.getByText("No projects match your search.")).toBeVisible();
  await expectAccessible("imports in progress");

  // The map is online: from now on the list contains the project.
  const checked = { ...running, phase: "verifying", viewable: true, totalFiles: 200, totalSize: MEBIBYTE } as const;
  server.imports = [{ ...checked, progress: 25, filesExtracted: 50, extractedSize: MEBIBYTE / 4 }];
  server.projects = [projectRow({ status: "importing" })];
  await expect.element(row).toHaveTextContent("Online, files are being checked");
  await expect.element(row).toHaveTextContent("50 of 200 files");
  await expect.element(row).toHaveTextContent("256.0 KB of 1.0 MB");
  await expect.element(bar).toHaveAttribute("aria-valuenow", "25");
  await expect.element(row.getByRole("link", { name: "View Map" })).toBeVisible();
  const project = page.getByRole("row").filter({ hasText: "Harbour" });
  await expect.element(project).toHaveTextContent("Importing");
  server.imports = [{ ...checked, progress: 50, filesExtracted: 100, extractedSize: MEBIBYTE / 2 }];
  await expect.element(bar).toHaveAttribute("aria-valuenow", "50");

  server.imports = [];
  server.projects = [projectRow()];
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(project).not.toHaveTextContent("Importing");
});

it("the tray shows failed imports in one line until they are dismissed", async () => {
  const others = Array.from({ length: 20 }, (_, number) => failedRow(`Lost ${number}`));
  await renderManagement([failedRow("Broken", "tiles/0.png is damaged."), ...others]);
  const notice = tray().getByRole("listitem").getByRole("listitem").filter({ hasText: "Broken was not published" });
  const line = tray().getByRole("button", { name: "21 imports failed" });
  await expect.element(line).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await line.click();
  await expect.element(notice).toHaveTextContent("Extraction failed: tiles/0.png is damaged.");
  await expectAccessible("failed imports");
  expect(document.documentElement.scrollHeight).toBeLessThan(2_000);
  await notice.getByRole("button", { name: "Dismiss Broken" }).click();
  await expect.element(page.getByText("Broken was not published")).not.toBeInTheDocument();
  await tray().getByRole("button", { name: "Dismiss all" }).click();
  await expect.element(tray()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe("content");
});
