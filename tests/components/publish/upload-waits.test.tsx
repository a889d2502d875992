import { delay, HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectAccessible } from "../setup/appearance";
import * as zip from "./zip-upload";

const MEBIBYTE = 1024 ** 2;

/** A server of uploads. It keeps the offset of the only one. */
function openTusServer(length: number) {
  const server = {
    state: "answers" as "answers" | "refuses" | "is full" | "is hidden by a proxy" | "is silent after a part",
    offset: 0,
    calls: [] as string[],
  };
  const headers = () => ({ "Tus-Resumable": "1.0.0", "Upload-Offset": String(server.offset), "Upload-Length": String(length) });
  const ofProxy = () => new HttpResponse("<html>Not Found</html>", { status: 404, headers: { "Content-Type": "text/html" } });
  const full = () => HttpResponse.json({ success: false, message: "Full.", error: "Full.", code: "disk_full" }, { status: 503 });
  const note = (method: string) => server.calls.push(`${method} ${server.offset}`);
  answer(
    http.post("/files/", () => {
      note("POST");
      if (server.state === "is full") return full();
      return new HttpResponse(null, { status: 201, headers: { ...headers(), Location: "/files/one" } });
    }),
    http.head("/files/one", () => {
      note("HEAD");
      if (server.state === "is hidden by a proxy") return ofProxy();
      return new HttpResponse(null, { headers: headers() });
    }),
    http.patch("/files/one", async ({ request }) => {
      note("PATCH");
      // The proxy loses the server after the first part.
      if (server.state === "is hidden by a proxy" && server.offset > 0) return ofProxy();
      if (server.state === "is full") return full();
      if (server.state === "refuses") return new HttpResponse(null, { status: 503 });
      if (server.state === "is silent after a part" && server.offset > 0) await delay("infinite");
      server.offset += (await request.arrayBuffer()).byteLength;
      return new HttpResponse(null, { status: 204, headers: headers() });
    }),
    http.post("/extract-tus-zip", () => HttpResponse.json({ safeName: "waits" })),
    http.get("/extraction-progress/waits", () =>
      HttpResponse.json(zip.extracting({ status: "complete", phase: "complete", progress: 100, viewable: true, projectId: "one" })),
    ),
  );
  return server;
}

const refused = () => page.getByText("The server cannot take the upload right now. It goes on by itself as soon as it can.");

/** Chooses a ZIP for a resumable upload, and lets the test advance the time. */
async function chooseTusUpload() {
  const file = zip.siteZip(25 * MEBIBYTE);
  const server = openTusServer(file.size);
  await zip.openZipUpload("Waits");
  await zip.selectMethod("TUS Upload");
  zip.drop(file);
  await expect.element(zip.uploadButton()).toBeVisible();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  return { file, server };
}

it("the upload screen reports a server that refuses or stalls, and the upload resumes automatically", async () => {
  const { file, server } = await chooseTusUpload();
  server.state = "refuses";
  await zip.uploadButton().click();
  await expect.element(refused()).toBeVisible();
  await expect.element(page.getByText("Waiting", { exact: true })).toBeVisible();
  await expectAccessible("an upload that the server cannot take");

  server.state = "is silent after a part";
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(() => server.offset).toBeGreaterThan(0);
  await expect.element(refused()).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(page.getByText("Nothing has moved for some seconds. The upload goes on by itself.")).toBeVisible();
  await expectAccessible("an upload that stands still");

  server.state = "answers";
  // The upload gives the silent connection up after a minute.
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(page.getByText("Waits is online.")).toBeVisible();
  expect(server.offset).toBe(file.size);
  expect(server.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

it("an upload waits while the disk of the server is full, says why, and resumes automatically", async () => {
  const { file, server } = await chooseTusUpload();
  server.state = "is full";
  await zip.uploadButton().click();
  const full = page.getByText("The server's disk is full. An operator must free space; then the upload goes on by itself.");
  await expect.element(full).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.element(full).toBeVisible();

  server.state = "answers";
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(page.getByText("Waits is online.")).toBeVisible();
  expect(server.offset).toBe(file.size);
});

it("an upload keeps what was sent when a proxy answers 404 in place of the server, and resumes automatically", async () => {
  const { file, server } = await chooseTusUpload();
  server.state = "is hidden by a proxy";
  await zip.uploadButton().click();
  await expect.element(refused()).toBeVisible();
  await vi.advanceTimersByTimeAsync(40_000);
  const sent = server.offset;
  expect(sent).toBeGreaterThan(0);
  expect(server.calls).toContain(`HEAD ${sent}`);

  server.state = "answers";
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(page.getByText("Waits is online.")).toBeVisible();
  expect(server.offset).toBe(file.size);
  expect(server.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});
