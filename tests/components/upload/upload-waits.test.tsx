import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../setup/appearance";
import { openTusServer } from "./tus-server";
import * as zip from "./zip-upload";

const MEBIBYTE = 1024 ** 2;

const refused = () => page.getByText("The server cannot take the upload right now. The upload continues automatically when it can.");

/** Chooses a ZIP for a resumable upload, and lets the test advance the time. */
async function chooseTusUpload() {
  const file = zip.siteZip(25 * MEBIBYTE);
  const server = openTusServer({ length: file.size, safeName: "waits" });
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
  await expect.element(page.getByText("No data has been sent for some seconds. The upload continues automatically.")).toBeVisible();
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
  const full = page.getByText("The server's disk is full. The upload continues automatically when an operator has freed space.");
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

const signIn = () => page.getByText(`Sign in as ${zip.ACCOUNT.email} to continue.`);

it("an upload waits while another account is signed in, starts nothing anew, and continues when its own account is back", async () => {
  const { file, server } = await chooseTusUpload();
  server.onPart = () => {
    server.account = "bob";
  };
  await zip.uploadButton().click();
  await expect.element(signIn()).toBeVisible();
  const sent = server.offset;
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(signIn()).toBeVisible();
  expect(server.offset).toBe(sent);
  await expectAccessible("an upload of another account");

  server.onPart = () => undefined;
  server.account = zip.ACCOUNT.id;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText("Waits is online.")).toBeVisible();
  expect(server.offset).toBe(file.size);
  expect(server.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

it("an upload whose bytes have all arrived is not published while another account is signed in", async () => {
  const { file, server } = await chooseTusUpload();
  server.onPart = () => {
    if (server.offset === file.size) server.account = "bob";
  };
  await zip.uploadButton().click();
  await expect.element(signIn()).toBeVisible();
  expect(server.published).toEqual([]);

  server.account = zip.ACCOUNT.id;
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText("Waits is online.")).toBeVisible();
  expect(server.published).toEqual(["Waits"]);
});
