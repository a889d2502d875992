import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUT as change } from "@/app/api/superadmin/setup/route";
import { POST as testMail } from "@/app/api/superadmin/setup/test-mail/route";
import type { SuperadminViewer } from "@/lib/accounts/sessions/schema";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { reportThumbnailWorker } from "@/lib/projects/images/claims";
import { readSetup } from "@/lib/projects/setup/data";
import { DEMO_DOMAIN, DEMO_PROJECT_NAME } from "@/lib/projects/setup/values";
import { createAccount, createProject } from "../../setup/fixtures";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { MailServer } from "../mail/mail-server";

let superadmin: SignedIn;
const { smtpUrl, oidc, rendersMapImages } = env();

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
});
beforeEach(async () => {
  await db().installation.updateMany({ data: { backedUpAt: null, mailTestedAt: null, setupDismissedAt: null } });
  Object.assign(env(), { rendersMapImages: true });
});
afterEach(() => void Object.assign(env(), { smtpUrl, oidc, rendersMapImages }));

async function doneSteps(): Promise<string[] | null> {
  const setup = await readSetup({ accountId: superadmin.account.id } as SuperadminViewer);
  return setup?.steps.filter(({ isDone }) => isDone).map(({ name }) => name) ?? null;
}

const send = (handler: typeof change, method: string, body?: object) =>
  handler(requestTo("/api/superadmin/setup", { method, headers: superadmin.bearer, ...(body && { body }) }));

describe("the checklist of a new installation", () => {
  it("fills itself from the state, without what the demo has", async () => {
    await reportThumbnailWorker("00000000-0000-4000-8000-000000000001", "No Chromium");
    await createProject(null, { name: DEMO_PROJECT_NAME, mapUrl: "https://maps.example/" });
    await createAccount("user", { email: `user@${DEMO_DOMAIN}` });
    expect(await doneSteps()).toEqual([]);
    await createProject(null, { mapUrl: "https://maps.example/" });
    await createAccount("user");
    await reportThumbnailWorker("00000000-0000-4000-8000-000000000001", null);
    expect(await doneSteps()).toEqual(["map", "people", "thumbnails"]);
    await db().authenticator.create({ data: { accountId: superadmin.account.id, secret: "", confirmedAt: new Date() } });
    await db().installation.updateMany({ data: { backedUpAt: new Date() } });
    expect(await doneSteps()).toEqual(["sign-in", "map", "people", "backup", "thumbnails"]);
    Object.assign(env(), { smtpUrl: "smtp://mail.example" });
    await db().installation.updateMany({ data: { mailTestedAt: new Date() } });
    expect(await doneSteps()).toBeNull();
  });

  it("is gone for every superadmin once dismissed, and can be shown again", async () => {
    expect((await send(change, "PUT", { isDismissed: true })).status).toBe(200);
    expect(await doneSteps()).toBeNull();
    expect((await send(change, "PUT", { isDismissed: false })).status).toBe(200);
    expect(await doneSteps()).not.toBeNull();
  });
});

describe("a test mail", () => {
  it("is sent to the superadmin, and completes the step of mail", async () => {
    const server = await MailServer.start();
    try {
      Object.assign(env(), { smtpUrl: server.url });
      expect((await send(testMail, "POST")).status).toBe(200);
      expect(server.recipients).toEqual([superadmin.account.email]);
      expect(await doneSteps()).toContain("mail");
    } finally {
      await server.close();
    }
  });

  it("returns 409 without a mail server, and 503 with the reason when the server can't be reached", async () => {
    expect((await send(testMail, "POST")).status).toBe(409);
    Object.assign(env(), { smtpUrl: "smtp://127.0.0.1:9" });
    const answer = await send(testMail, "POST");
    expect([answer.status, (await answer.json()).message]).toEqual([
      503,
      expect.stringContaining("did not take the mail: connect ECONNREFUSED"),
    ]);
    expect((await db().installation.findFirstOrThrow()).mailTestedAt).toBeNull();
  });
});
