import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { SuperadminDashboardScreen } from "@/components/dashboard/superadmin-dashboard";
import { AssignedScreen } from "@/components/projects/assigned/assigned-screen";
import type { Analytics } from "@/lib/projects/analytics/schema";
import type { SuperadminDashboard } from "@/lib/projects/stats/schema";
import { answerStats, storageStats } from "../files/platform-api";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import { chooseFiles } from "../setup/choose-files";
import { noteBanners } from "../setup/messages";
import { renderScreen } from "../setup/render";
import { serve } from "../setup/serve";
import { openProjects, rowOf } from "./list-screen";
import { ProjectApi } from "./project-api";
import { projectDetails, projectSummary } from "./project-rows";

const IMAGE = "/api/project/image/id-harbour";
const CHART = "svg[viewBox='0 0 160 100']";
const picture = page.getByRole("dialog").getByRole("group", { name: "Map picture" });
const change = picture.getByRole("button", { name: "Change picture" });
const alert = picture.getByRole("alert");
const png = (content: BlobPart) => new File([content], "harbour.png", { type: "image/png" });

/** Returns a picture with two halves. */
function drawHalves(): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 400);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The canvas can't be drawn on.");
  for (const [x, color] of [
    [0, "#d00000"],
    [320, "#0000d0"],
  ] as const) {
    context.fillStyle = color;
    context.fillRect(x, 0, 320, 400);
  }
  return canvas.convertToBlob();
}

let api: ProjectApi;

beforeEach(() => {
  api = new ProjectApi([projectDetails("Harbour")]);
});

async function openDetails(): Promise<void> {
  await openProjects();
  await rowOf("Harbour").getByRole("button", { name: "View Project" }).click();
  await expect.element(picture).toBeVisible();
}

/** Accepts a picture, and shows it from then on. @returns the sizes of the pictures that were sent */
async function acceptPictures(): Promise<number[]> {
  const sent: number[] = [];
  const halves = await drawHalves();
  const project = { _id: "id-harbour", mapImage: `${IMAGE}?v=1` };
  answer(
    http.put(IMAGE, async ({ request }) => {
      sent.push((await request.blob()).size);
      return HttpResponse.json({ message: "Map picture updated successfully", project });
    }),
    http.head(IMAGE, () => new HttpResponse(null, { headers: { "X-Map-Image-Source": "chosen" } })),
  );
  await serve("*/api/project/image/*", () => new Response(halves, { headers: { "Content-Type": "image/png" } }));
  return sent;
}

const expectLoaded = () => expect.poll(() => picture.element().querySelector("img")?.naturalWidth).toBe(640);

describe("the picture in a project's details", () => {
  it("is replaced by a dropped image", async () => {
    await acceptPictures();
    await openDetails();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(png(await drawHalves()));
    const drag = (type: string) => picture.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    drag("dragenter");
    await expect.element(picture.getByText("Drop the picture to use it")).toBeVisible();
    drag("drop");
    await expectLoaded();
  });

  it("shows an error for an invalid image file, which is not sent", async () => {
    const sent = await acceptPictures();
    await openDetails();
    await chooseFiles(change, [new File(["<svg/>"], "map.svg", { type: "image/svg+xml" })]);
    await expect.element(alert).toHaveTextContent(/^The picture must be a PNG, JPEG or WebP file\.$/);
    await chooseFiles(change, [png(new Uint8Array(5 * 1024 * 1024 + 1))]);
    await expect.element(alert).toHaveTextContent(/^The picture is too large\. The maximum size is 5 MB\.$/);
    expect(sent).toEqual([]);
    const message = "The picture cannot be read. Please choose another file.";
    answer(http.put(IMAGE, () => HttpResponse.json({ message }, { status: 400 })));
    await chooseFiles(change, [png((await drawHalves()).slice(0, 500))]);
    await expect.element(alert).toHaveTextContent(message);
    expect(picture.element().querySelector(CHART)).not.toBeNull();
  });

  it("shows an error when the server is unreachable, and can be changed later", async () => {
    await openDetails();
    answer(http.put(IMAGE, () => HttpResponse.error()));
    await chooseFiles(change, [png(await drawHalves())]);
    await expect.element(alert).toHaveTextContent("The server could not be reached. Please check your connection and try again.");
    await acceptPictures();
    await chooseFiles(change, [png(await drawHalves())]);
    await expectLoaded();
    await expect.element(alert).not.toBeInTheDocument();
  });

  it("says why a map has no thumbnail, and lets a worker try again", async () => {
    const banners = noteBanners();
    const imageProblem = "the map did not load within 30 seconds";
    api.projects = [projectDetails("Harbour", { imageProblem })];
    await openDetails();
    await expect.element(picture.getByText(`No thumbnail: ${imageProblem}`)).toBeVisible();
    await expectAccessible("a project without a thumbnail");
    answer(
      http.post(IMAGE, () => {
        api.projects = [projectDetails("Harbour")];
        return HttpResponse.json({ message: "A thumbnail will be taken soon", project: { _id: "id-harbour", mapImage: null } });
      }),
    );
    await picture.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => banners).toContainEqual(expect.stringContaining("A thumbnail will be taken soon"));
    await expect.element(picture.getByText("No thumbnail:")).not.toBeInTheDocument();
  });
});

describe("the project list", () => {
  it("shows a placeholder of the same size when a thumbnail fails to load", async () => {
    await serve("*/api/project/image/*", () => new Response(null, { status: 500 }));
    api.projects = [projectDetails("Harbour", { mapImage: `${IMAGE}?v=broken` })];
    await openProjects();
    await expect.poll(() => rowOf("Harbour").element().querySelector(CHART)).not.toBeNull();
    const box = rowOf("Harbour").element().querySelector(".aspect-8\\/5");
    expect([box?.clientWidth, box?.clientHeight]).toEqual([62, 38]);
  });

  it("shows thumbnails to a user, without a button to change them", async () => {
    const projects = [projectSummary("Harbour")];
    answer(http.get("/api/project/assigned", () => HttpResponse.json({ projects, total: 1, assignedTotal: 1, nextCursor: null })));
    const screen = (
      <AssignedScreen linked={null} linkedProject={null} linkedFiles={null} mapsOrigin="http://localhost:3001" layout="list" />
    );
    await renderScreen(screen, "/projects");
    await expect.poll(() => rowOf("Harbour").element().querySelector(`img, ${CHART}`)).not.toBeNull();
    await rowOf("Harbour").getByRole("button", { name: "View details" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await expect.element(page.getByRole("dialog").getByRole("button", { name: "Change picture" })).not.toBeInTheDocument();
  });
});

describe("the dashboard of a superadmin", () => {
  it("says why thumbnails are off, and that the disk is full", async () => {
    const none = { total: 0, items: [] };
    const mapViews = Array.from({ length: 30 }, (_, day) => ({
      day: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
      count: 0,
    }));
    const analytics: Analytics = { mapViews, maps: none, unopenedMaps: none, people: none, usersWithoutMap: none };
    const dashboard: SuperadminDashboard = {
      ...{ totalUsers: 0, percentUserIncrease: 0, totalProjects: 0, percentProjectIncrease: 0, totalAdmins: 0, percentAdminIncrease: 0 },
      ...{ lastProject: null, recentProjects: [], recentAdmins: [] },
      thumbnailProblem: "Chromium was not found",
      storageProblem: "The server's disk is full. An operator must free space on it.",
    };
    answer(
      http.get("/api/superadmin/dashboard", () => HttpResponse.json(dashboard)),
      http.get("/api/project/analytics", () => HttpResponse.json(analytics)),
    );
    answerStats(storageStats(50));
    const links = { linked: null, linkedProject: null, linkedFiles: null };
    await renderScreen(
      <SuperadminDashboardScreen name="Ann" setup={null} attention={null} {...links} mapsOrigin="http://localhost:3001" />,
      "/dashboard",
    );
    await expect.element(page.getByText("The server's disk is full. An operator must free space on it.")).toBeVisible();
    await expect.element(page.getByText("Map thumbnails are off: Chromium was not found.")).toBeVisible();
    await expectAccessible("the dashboard without thumbnails");
  });
});
