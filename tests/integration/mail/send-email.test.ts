import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmailTemplate } from "@/lib/mail/delivery/template";
import { type MailSettings, sendEmail } from "@/lib/mail/delivery/transport";
import { MailServer, type MailServerConduct } from "./mail-server";

const template: EmailTemplate = {
  subject: "Über Größe 🌊",
  greeting: "Hello,",
  opening: ["Some words."],
  action: { label: "Open", url: `https://maps.example.com/open?token=${"x".repeat(60)}` },
  closing: ["More words."],
};
const ada = { name: "Ada", email: "ada@example.com" };

let settings: MailSettings;
let server: MailServer | undefined;

beforeEach(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sea-vision-mail-"));
  settings = { dataDir, smtpUrl: null, mailFrom: "Sea-Vision <no-reply@maps.example.com>" };
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(settings.dataDir, { recursive: true });
});

async function serve(conduct: MailServerConduct = {}, options: Parameters<typeof MailServer.start>[1] = {}): Promise<MailServer> {
  server = await MailServer.start(conduct, options);
  settings = { ...settings, smtpUrl: server.url };
  return server;
}

function send(to = ada, signal = new AbortController().signal) {
  return sendEmail(to, template, signal, settings);
}

describe("sendEmail with an SMTP server", () => {
  it("delivers a complete message that is marked as generated automatically", async () => {
    const { mails } = await serve();
    expect(await send()).toBe("sent");
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      from: { name: "Sea-Vision", address: "no-reply@maps.example.com" },
      to: [{ name: "Ada", address: "ada@example.com" }],
      subject: template.subject,
    });
    for (const form of [mail?.text, mail?.html]) expect(form).toContain(template.action.url);
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.messageId).toMatch(/@maps\.example\.com>$/);
    expect(await readdir(settings.dataDir)).toEqual([]);
  });

  it.each([`Eve" <eve@example.com>, "Ada`, "Ada, eve@example.com", "Ada\r\nBcc: eve@example.com", "Ада Лавлейс 🌊", ""])(
    "sends to the given address only when the name is %j",
    async (name) => {
      const { recipients, mails } = await serve();
      expect(await send({ ...ada, name })).toBe("sent");
      expect(recipients).toEqual(["ada@example.com"]);
      expect(mails[0]?.to).toHaveLength(1);
      expect(mails[0]?.bcc ?? []).toEqual([]);
      expect(mails[0]?.headers.map(({ key }) => key)).not.toContain("bcc");
    },
  );

  it("signs in over TLS with the credentials of SMTP_URL", async () => {
    let seen = "";
    const own = await serve(
      {},
      {
        secure: true,
        authOptional: false,
        onAuth: ({ username, password }, _session, callback) => {
          seen = `${username} ${password}`;
          callback(null, { user: username });
        },
      },
    );
    const address = own.url.replace("//", "//ada:p%40ss%2Fword@");
    settings = { ...settings, smtpUrl: address };
    await expect(send()).rejects.toThrow(/self[- ]signed|certificate/);
    settings = { ...settings, smtpUrl: `${address}/?tls.rejectUnauthorized=false` };
    expect(await send()).toBe("sent");
    expect(seen).toBe("ada p@ss/word");
  });

  it("returns refused when the server rejects the address permanently", async () => {
    await serve({ receive: () => ({ responseCode: 550, message: "No such mailbox" }) });
    expect(await send()).toBe("refused");
  });

  it.each([450, 451, 421])("throws on the temporary error %i, so that the email can be sent again", async (responseCode) => {
    await serve({ receive: () => ({ responseCode, message: "Come back later" }) });
    await expect(send()).rejects.toMatchObject({ responseCode });
  });

  it("throws when the server rejects the sender or the credentials", async () => {
    await serve({}, { onMailFrom: (_address, _session, callback) => callback(Object.assign(new Error("No"), { responseCode: 553 })) });
    await expect(send()).rejects.toMatchObject({ responseCode: 553 });
    await server?.close();
    const own = await serve(
      {},
      { authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, callback) => callback(new Error("No")) },
    );
    settings = { ...settings, smtpUrl: own.url.replace("//", "//ada:wrong@") };
    await expect(send()).rejects.toMatchObject({ code: "EAUTH" });
  });

  it("times out when the server is unavailable or unresponsive", async () => {
    const { url } = await serve({ greeting: new Promise(() => undefined) });
    settings = { ...settings, smtpUrl: `${url}/?greetingTimeout=200` };
    await expect(send()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    await server?.close();
    server = undefined;
    await expect(send()).rejects.toMatchObject({ code: "ESOCKET" });
    await serve({ receive: () => new Promise(() => undefined) });
    settings = { ...settings, smtpUrl: `${settings.smtpUrl}/?socketTimeout=200` };
    await expect(send()).rejects.toMatchObject({ code: "ETIMEDOUT" });
  });

  it("rejects when the signal is aborted", async () => {
    const stopping = new AbortController();
    await serve({
      receive: async () => {
        stopping.abort(new Error("stopping"));
        await new Promise(() => undefined);
        return undefined;
      },
    });
    await expect(send(ada, stopping.signal)).rejects.toThrow("stopping");
    await expect(send(ada, stopping.signal)).rejects.toThrow("stopping");
  });
});

describe("sendEmail without an SMTP server", () => {
  const outbox = () => path.join(settings.dataDir, "outbox");

  it("writes a complete file that only its owner can read", async () => {
    expect(await send()).toBe("sent");
    const names = await readdir(outbox());
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
    const file = path.join(outbox(), names[0] ?? "");
    expect((await stat(outbox())).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const mail = await PostalMime.parse(await readFile(file));
    expect(mail).toMatchObject({ to: [{ name: "Ada", address: "ada@example.com" }], subject: template.subject });
    for (const form of [mail.text, mail.html]) expect(form).toContain(template.action.url);
  });

  it("writes one file per email when many are sent at once", async () => {
    await Promise.all(Array.from({ length: 50 }, () => send()));
    expect((await readdir(outbox())).filter((name) => name.endsWith(".eml"))).toHaveLength(50);
    expect(await readdir(outbox())).toHaveLength(50);
  });
});
