import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { type Locator, page } from "vitest/browser";
import { ShareLinksScreen } from "@/components/access/share-links-screen";
import { ManagedProjectDialog } from "@/components/projects/details/managed-project-dialog";
import { accessPath } from "@/lib/projects/access/schema";
import type { PlatformShareLink, ShareLink, ShareLinkPolicy } from "@/lib/projects/share-links/schema";
import { access } from "../access/access-api";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { expectFitsLargeText } from "../setup/large-text";
import { inDays, projectRow } from "../setup/project-row";
import { renderScreen } from "../setup/render";

const LINKS_PATH = "/api/project/share-links";
const project = projectRow({ viewMap: "https://maps.example/", mapUrl: "https://maps.example/" });

function linkRow(given: Partial<ShareLink> = {}): ShareLink {
  const shared = { _id: crypto.randomUUID(), label: "", isActive: true, hasPassword: false, frameOrigins: [] };
  const times = { createdBy: project.createdBy, createdAt: inDays(-3), expiresAt: null, openings: 0, lastOpenedAt: null };
  return { ...shared, ...times, ...given };
}

const links = [
  linkRow({
    label: "Harbour office, with a label that is as long as a label of the harbour office may reasonably be",
    openings: 1_204,
    lastOpenedAt: inDays(-1),
  }),
  linkRow({ label: "Press", hasPassword: true, expiresAt: inDays(20), openings: 1, lastOpenedAt: inDays(-1) }),
  linkRow({ frameOrigins: ["https://www.example.org"], expiresAt: inDays(-2), isActive: false }),
];

const policy: ShareLinkPolicy = { areOn: true, needPassword: false, needEnd: false, mostDays: null };
const sharing = { allowsSharing: true, policy, canBeFramed: true, links };
const answerLinks = (given: Partial<typeof sharing> = {}) =>
  answer(http.get(LINKS_PATH, () => HttpResponse.json({ ...sharing, ...given })));
const failing = () => HttpResponse.json({ message: "It failed." }, { status: 500 });

/** Opens the details of a project and the links of its access dialog. @returns the dialog */
async function openLinks(): Promise<Locator> {
  answer(
    http.get(`/api/project/details/${project._id}`, () => HttpResponse.json({ project })),
    http.get(accessPath(project._id), () => HttpResponse.json(access())),
    http.get(`/api/project/versions/${project._id}`, () => HttpResponse.json({ versions: [] })),
  );
  const nothing = () => undefined;
  const handlers = { onChange: nothing, onReplaceMap: nothing, onClose: nothing };
  await renderScreen(<ManagedProjectDialog project={project} mapsOrigin="http://localhost:3001" {...handlers} />);
  const dialog = page.getByRole("dialog", { name: project.name });
  await dialog.getByRole("tab", { name: "Access" }).click();
  await dialog.getByRole("tab", { name: /^Links/ }).click();
  return dialog;
}

describe("the links of the access dialog", () => {
  it("shows a map of another site, and that there are no links", async () => {
    answerLinks({ links: [] });
    const dialog = await openLinks();
    await expect.element(dialog.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
    await expect.element(dialog.getByText("This map is on another site.")).toBeVisible();
    await expect.element(dialog.getByText("No link has been created for this project.")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog without links");
    await expectFitsLargeText("the links of the access dialog without links");
    await dialog.getByRole("tab", { name: "Overview" }).click();
    await expect.element(dialog.getByRole("heading", { name: "Links", exact: true })).not.toBeInTheDocument();
    await expect.element(dialog.getByRole("tab", { name: "Overview" })).toHaveFocus();
  });

  it("shows errors at the fields, asks before it discards them, and shows a new link in each form", async () => {
    const sent: unknown[] = [];
    const link = linkRow({ frameOrigins: ["https://www.example.org"] });
    const created = { message: "Created.", url: `https://sea-vision.example/share/${"a".repeat(43)}`, link };
    answer(
      http.post(LINKS_PATH, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(created, { status: 201 });
      }),
    );
    answerLinks({ links: [] });
    const dialog = await openLinks();
    const field = (label: string) => dialog.getByLabelText(label, { exact: true });
    await field("Last day").fill("2020-01-01");
    await field("Password").fill("short");
    await field("Sites that may embed the map").fill("https://www.example.org/page");
    await dialog.getByRole("button", { name: "Create Link" }).click();
    await expect.element(dialog.getByText("Choose today or a later day.")).toBeVisible();
    await expect.element(dialog.getByText("Password must be at least 8 characters long")).toBeVisible();
    await expect.element(dialog.getByText("A site must be an address without a path")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog with errors");

    await dialog.getByRole("tab", { name: "Overview" }).click();
    await page.getByRole("button", { name: "Keep Editing" }).click();
    await field("Last day").fill("");
    await field("Password").fill("");
    await field("Sites that may embed the map").fill("https://www.example.org");
    await dialog.getByRole("button", { name: "Create Link" }).click();
    await expect.element(dialog.getByRole("region", { name: "New link" }).getByLabelText("Link", { exact: true })).toHaveValue(created.url);
    expect(sent).toEqual([{ projectId: project._id, label: "", expiresAt: null, frameOrigins: ["https://www.example.org"] }]);
    await expect.element(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expect.element(dialog.getByLabelText("Embed code")).toHaveValue(expect.stringMatching(/^<iframe /));
    await expectGoodEverywhere("the links of the access dialog with a new link");
    await expectFitsLargeText("the links of the access dialog with a new link");
  });

  it("marks the fields that links of this server need", async () => {
    answerLinks({ links: [], policy: { areOn: true, needPassword: true, needEnd: true, mostDays: 30 } });
    const dialog = await openLinks();
    for (const label of ["Last day *", "Password *"]) await expect.element(dialog.getByText(label, { exact: true })).toBeVisible();
    await expect.element(dialog.getByText("Within the next 30 days.")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog with required fields");
  });

  it("says that links are turned off, and offers none", async () => {
    answerLinks({ policy: { ...policy, areOn: false } });
    const dialog = await openLinks();
    await expect.element(dialog.getByText("Share links are turned off on this server, so links don't open maps.")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Create Link" })).not.toBeInTheDocument();
    await expectGoodEverywhere("the links of the access dialog with links turned off");
  });

  it("shows the state of each link, and asks before it revokes one", async () => {
    answerLinks();
    const dialog = await openLinks();
    await expect.element(dialog.getByText("Expired")).toBeVisible();
    await expect.element(dialog.getByText("Opened 1,204 times")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog with links");
    await dialog.getByRole("button", { name: "Revoke Press" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    await expectGoodEverywhere("the question before a link is revoked");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("shows why its links could not be loaded, and loads them with Retry", async () => {
    answer(http.get(LINKS_PATH, failing));
    const dialog = await openLinks();
    await expect.element(dialog.getByText("It failed.")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog after a failure");
    answerLinks();
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect.element(dialog.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
  });

  it("says that other sites can't show maps of a deployment that uses http", async () => {
    answerLinks({ canBeFramed: false, links: [] });
    const dialog = await openLinks();
    await expect.element(dialog.getByText("Other sites can't show maps of this deployment, because it uses http.")).toBeVisible();
    await expectGoodEverywhere("the links of the access dialog on http");
  });
});

describe("the share links of the platform", () => {
  const PATH = "/api/superadmin/share-links";
  const search = () => page.getByPlaceholder("Search projects, labels and creators...");
  const rows = () => page.getByRole("table", { name: "Share links" }).getByRole("row");
  const platformLinks: PlatformShareLink[] = links.map((link) => ({ ...link, project }));
  const answerRows = (found: (search: string) => PlatformShareLink[]) =>
    answer(
      http.get(PATH, ({ request }) => {
        const shown = found(new URL(request.url).searchParams.get("search") ?? "");
        return HttpResponse.json({ links: shown, total: shown.length, nextCursor: null });
      }),
    );

  it("are listed with their projects and states, and revoked after a question", async () => {
    let kept = platformLinks;
    answerRows(() => kept);
    answer(
      http.delete(`${LINKS_PATH}/:id`, ({ params }) => {
        kept = kept.filter(({ _id }) => _id !== params["id"]);
        return HttpResponse.json({ message: "Revoked." });
      }),
    );
    await renderScreen(<ShareLinksScreen initial={null} />, "/share-links");
    await expect.poll(() => rows().elements()).toHaveLength(4);
    await expect.element(rows().filter({ hasText: "Press" })).toHaveTextContent(project.name);
    await expect.element(rows().filter({ hasText: "Link without a label" })).toHaveTextContent("Expired");
    await expectGoodEverywhere("the share links of the platform");
    await expectFitsLargeText("the share links of the platform");
    await page.viewport(1440, 900);
    await page.getByRole("button", { name: `Revoke Press of ${project.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect.element(page.getByText("Link revoked")).toBeVisible();
    await expect.poll(() => rows().elements()).toHaveLength(3);
  });

  it("are not found by a search without a match, which can be cleared", async () => {
    answerRows((text) => (text === "" ? platformLinks : []));
    await renderScreen(<ShareLinksScreen initial={null} />, "/share-links?search=none");
    await expect.element(page.getByText("No links found")).toBeVisible();
    await expectGoodEverywhere("no share links found");
    await page.getByText("Clear search").click();
    await expect.poll(() => `${location.pathname}${location.search}`).toBe("/share-links");
    await expect.poll(() => rows().elements()).toHaveLength(4);
  });

  it("are empty, or failed to load", async () => {
    answerRows(() => []);
    await renderScreen(<ShareLinksScreen initial={null} />, "/share-links?search=x");
    await search().fill("");
    await expect.element(page.getByText("No links yet")).toBeVisible();
    await expectGoodEverywhere("no share links");
    answer(http.get(PATH, failing));
    await page.getByRole("button", { name: /^Refresh/ }).click();
    await expect.element(page.getByText("It failed.").first()).toBeVisible();
    await expectGoodEverywhere("share links that failed to load");
  });
});
