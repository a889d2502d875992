import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DELETE, PUT } from "@/app/api/superadmin/branding/route";
import { branding, followBranding } from "@/lib/branding/data";
import { type Branding, productBranding } from "@/lib/branding/schema";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { notify } from "@/lib/jobs/notifications";
import { sendEmail } from "@/lib/mail/delivery/transport";
import { toHtml } from "@/server/http/message-page";
import { brandPictures } from "@/server/web/branding";
import { dispatch } from "@/server/web/dispatch";
import { HttpServer } from "@/server/web/http-server";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { MailServer } from "../mail/mail-server";

const SVG = readFileSync("public/sea-vision.svg");
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const HASH = createHash("sha256").update(SVG).digest("hex").slice(0, 16);

const texts = { ...productBranding, name: "Harbour Maps", accent: "#1d4ed8", logo: undefined, favicon: undefined };

let superadmin: SignedIn;
let server: HttpServer;
let origin: string;

beforeAll(async () => {
  superadmin = await signedIn("superadmin");
  server = new HttpServer();
  await server.listen(
    0,
    dispatch([brandPictures], () => Promise.reject(new Error("This server has no pages."))),
  );
  origin = `http://127.0.0.1:${(server.node.address() as AddressInfo).port}`;
});
afterEach(() => reset());
afterAll(() => server.close());

const save = (body: object) => PUT(requestTo("/api/superadmin/branding", { method: "PUT", headers: superadmin.bearer, body }));
const reset = () => DELETE(requestTo("/api/superadmin/branding", { method: "DELETE", headers: superadmin.bearer }));

async function saved(changes: object): Promise<Branding> {
  const answer = await save({ ...texts, ...changes });
  const body = await answer.json();
  if (answer.status !== 200) throw new Error(body.message);
  return body.branding;
}

const lastEvent = () =>
  db().auditEvent.findFirst({
    where: { action: { startsWith: "branding." } },
    orderBy: { id: "desc" },
    select: { action: true, actorId: true, details: true },
  });

describe("the branding", () => {
  it("replaces that of the product at once, and is in the audit trail without the bytes of its pictures", async () => {
    const stored = await saved({ logo: SVG.toString("base64"), favicon: PNG.toString("base64") });
    expect(stored).toMatchObject({ name: "Harbour Maps", accent: "#1d4ed8", logo: `/branding/logo?v=${HASH}` });
    expect(branding()).toEqual(stored);
    expect(await lastEvent()).toEqual({ action: "branding.changed", actorId: superadmin.account.id, details: stored });
  });

  it("keeps its pictures when only a text changes, removes one that is null, and goes back to the product's own", async () => {
    await saved({ logo: SVG.toString("base64"), favicon: SVG.toString("base64") });
    const kept = await saved({ name: "Port Maps", favicon: null });
    expect([kept.name, kept.logo, kept.favicon]).toEqual(["Port Maps", `/branding/logo?v=${HASH}`, null]);
    expect((await (await reset()).json()).branding).toEqual(productBranding);
    expect(await lastEvent()).toMatchObject({ action: "branding.reset" });
  });

  it.each([
    [
      "logo",
      "an SVG with a script",
      { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString("base64") },
      /contains scripts/,
    ],
    ["favicon", "a picture over 200 KB", { favicon: Buffer.alloc(200 * 1024 + 1).toString("base64") }, /larger than 200 KB/],
    ["logo", "a picture of another type", { logo: Buffer.from("GIF89a").toString("base64") }, /not a PNG or SVG/],
    ["accent", "a colour without contrast", { accent: "#ffd400" }, /too light for the light theme.* nearest shade that works is #/],
    ["name", "a name with a line break", { name: "Harbour\r\nBcc: eve@evil.example" }, /one line/],
    ["replyTo", "an address that is none", { replyTo: "maps" }, /./],
  ])("returns 400 at the field %s for %s, and stores nothing", async (field, _what, changes, message) => {
    const answer = await save({ ...texts, ...changes });
    expect(answer.status).toBe(400);
    expect((await answer.json()).fields[field]).toMatch(message);
    expect(await db().branding.count()).toBe(0);
  });

  it("reaches other processes by a notification", async () => {
    const following = await followBranding();
    try {
      await db().branding.create({ data: { settings: { ...productBranding, name: "Changed elsewhere" } } });
      await notify(db(), "sea_vision_branding");
      await expect.poll(() => branding().name).toBe("Changed elsewhere");
    } finally {
      await following.close();
    }
  });
});

describe("a picture of the branding", () => {
  it("is served so that a browser runs and loads nothing of it, and keeps it under its versioned address", async () => {
    const { logo } = await saved({ logo: SVG.toString("base64") });
    const answer = await fetch(`${origin}${logo}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(SVG);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${HASH}"`,
    });
    const again = await fetch(`${origin}/branding/logo`, { headers: { "if-none-match": `"${HASH}"` } });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "public, no-cache"]);
  });

  it.each(["logo", "favicon", "name", "..%2Flogo"])("returns 404 for %s while the product's own is in use", async (name) => {
    expect((await fetch(`${origin}/branding/${name}`)).status).toBe(404);
  });
});

describe("a page without scripts", () => {
  it("has the name, the logo, the colours and the text of the branding", async () => {
    await saved({ name: "Harbour <Maps>", shareText: "Call <the> port.", logo: SVG.toString("base64") });
    const page = toHtml({ status: 404, title: "This link doesn't open a map", text: "" });
    expect(page).toContain("<title>This link doesn&#39;t open a map &#183; Harbour &lt;Maps&gt;</title>");
    expect(page).toContain(`<img src="${env().appOrigin}/branding/logo?v=${HASH}"`);
    expect(page).toContain("--accent: #1d4ed8;");
    expect(page).toContain("<footer>Call &lt;the&gt; port.</footer>");
    expect(page).toContain(`<a class="way" href="${env().appOrigin}/">Go to Harbour &lt;Maps&gt;</a>`);
  });
});

describe("a mail", () => {
  const template = (product: string) => ({
    subject: `News of ${product}`,
    greeting: "Hello,",
    opening: [],
    action: { label: "Open", url: "https://maps.example.com/" },
    closing: [],
  });

  async function received(mailFrom = "Sea-Vision <no-reply@maps.example.com>") {
    const { smtpUrl, ...settings } = env();
    const smtp = await MailServer.start();
    try {
      await sendEmail({ name: "Ada", email: "ada@example.com" }, template, new AbortController().signal, {
        ...settings,
        mailFrom,
        smtpUrl: smtp.url,
      });
      return smtp.mails[0];
    } finally {
      await smtp.close();
    }
  }

  it("has the name and the logo, and the sender's name before the address of the server", async () => {
    await saved({ logo: PNG.toString("base64"), mailSender: "Port Office, Maps", replyTo: "Maps@Port.example" });
    const mail = await received();
    expect(mail).toMatchObject({
      subject: "News of Harbour Maps",
      from: { name: "Port Office, Maps", address: "no-reply@maps.example.com" },
      replyTo: [{ address: "maps@port.example" }],
    });
    expect(mail?.html).toContain('src="cid:logo"');
    expect(mail?.attachments).toMatchObject([{ contentId: "<logo>", mimeType: "image/png", disposition: "inline" }]);
  });

  it("comes from the product's name without a sender, and has no SVG, which mail programs don't show", async () => {
    await saved({ logo: SVG.toString("base64") });
    const mail = await received("no-reply@maps.example.com");
    expect(mail?.from).toMatchObject({ name: "Harbour Maps", address: "no-reply@maps.example.com" });
    expect(mail?.attachments).toEqual([]);
  });
});
