import { afterEach, describe, expect, it } from "vitest";
import { findValidReset } from "@/lib/accounts/password-resets/data";
import { db, pool } from "@/lib/db/client";
import { until } from "../../setup/until";
import { WorkerProcess } from "../imports/worker-process";
import { MailServer, type MailServerConduct } from "../mail/mail-server";
import { newPerson, requestResetEmail } from "./reset-calls";
import { isAnswered, makeDue, tokenIn, waiting } from "./waiting-requests";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await db().passwordResetRequest.deleteMany();
});

async function startServer(conduct: MailServerConduct = {}, port = 0): Promise<MailServer> {
  const server = await MailServer.start(conduct, { port });
  open.push(server);
  return server;
}

async function startWorker(smtpUrl: string): Promise<WorkerProcess> {
  const worker = await WorkerProcess.start({ SMTP_URL: smtpUrl, MAIL_FROM: "Maps <maps@example.com>" });
  open.push({ close: async () => void (worker.isRunning && (await worker.kill("SIGKILL"))) });
  return worker;
}

describe("a password reset email", () => {
  it("is sent by a running worker", async () => {
    const server = await startServer();
    await startWorker(server.url);
    const { email } = await newPerson();
    await requestResetEmail({ email });
    await until("the email has arrived", () => server.mails.length === 1);
    expect(server.mails[0]).toMatchObject({ from: { name: "Maps", address: "maps@example.com" }, to: [{ address: email }] });
    expect(server.mails[0] && (await findValidReset(tokenIn(server.mails[0])))).toMatchObject({ email });
    await until("the request is deleted", () => isAnswered(email));
  });

  it("is sent when a worker starts later", async () => {
    const { email } = await newPerson();
    await requestResetEmail({ email });
    const server = await startServer();
    await startWorker(server.url);
    await until("the email has arrived", () => server.mails.length === 1);
  });

  it("is sent when the mail server is available again, and no token is stored before", async () => {
    const unavailable = await startServer();
    const { url, port } = unavailable;
    await unavailable.close();
    await startWorker(url);
    const { id, email } = await newPerson();
    await requestResetEmail({ email });
    await until("it was tried", async () => ((await waiting(email))[0]?.attempts ?? 0) > 0);
    await until("it will be tried again soon", async () => {
      const due = (await waiting(email))[0]?.dueAt.getTime() ?? 0;
      return due > Date.now() && due < Date.now() + 10_000;
    });
    const server = await startServer({}, port);
    await makeDue(email);
    await until("the email has arrived", () => server.mails.length > 0);
    const token = server.mails[0] && tokenIn(server.mails[0]);
    expect(await findValidReset(token)).toMatchObject({ email });
    await until("the request is deleted", () => isAnswered(email));
    const { rows } = await pool().query("SELECT to_jsonb(job)::text AS text FROM pgboss.job");
    for (const { text } of rows) expect(text).not.toContain(token);
    expect(await db().auditEvent.count({ where: { targetId: id, action: "account.password-reset-requested" } })).toBe(1);
  });

  it("is not sent again after the server has rejected the address permanently", async () => {
    const server = await startServer({ receive: () => ({ responseCode: 550, message: "No such mailbox" }) });
    await startWorker(server.url);
    const { email } = await newPerson();
    await requestResetEmail({ email });
    await until("the request is deleted", () => isAnswered(email));
    expect(server.recipients).toEqual([email]);
    expect(server.mails).toEqual([]);
  });

  it("is retried for an hour with growing pauses after temporary errors", async () => {
    const server = await startServer({ receive: () => ({ responseCode: 451, message: "Greylisted" }) });
    await startWorker(server.url);
    const { email } = await newPerson();
    await requestResetEmail({ email });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await until(`attempt ${attempt} is over`, async () => {
        const [request] = await waiting(email);
        if (request?.attempts !== attempt || server.recipients.length !== attempt) return false;
        const pause = (request.dueAt.getTime() - Date.now()) / 1000;
        // During an attempt, dueAt is two minutes ahead.
        if (pause > 100) return false;
        pauses.push(pause);
        return true;
      });
      if (attempt === 4)
        await db().passwordResetRequest.updateMany({ where: { email }, data: { createdAt: new Date(Date.now() - 3_600_000) } });
      await makeDue(email);
    }
    for (const [index, expected] of [5, 10, 20, 40].entries()) expect(Math.abs((pauses[index] ?? 0) - expected)).toBeLessThan(3);
    await until("the request is deleted", () => isAnswered(email));
  });

  it("is not delayed by a slow recipient of another email", async () => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => {
      letThrough = () => resolve(undefined);
    });
    const [slow, quick] = [await newPerson(), await newPerson()];
    const server = await startServer({ receive: (address) => (address === slow.email ? held : undefined) });
    await startWorker(server.url);
    await requestResetEmail({ email: slow.email });
    await until("the slow email is being sent", () => server.recipients.includes(slow.email));
    await requestResetEmail({ email: quick.email });
    await until("the quick email has arrived", () => server.mails.length === 1);
    expect(server.mails[0]?.to).toMatchObject([{ address: quick.email }]);
    letThrough();
    await until("the slow email has arrived", () => server.mails.length === 2);
    await until("both are answered", async () => (await isAnswered(slow.email)) && (await isAnswered(quick.email)));
  });

  it("is sent by the next worker when a worker is stopped or killed during sending", async () => {
    let isPatient = false;
    const server = await startServer({ receive: () => (isPatient ? undefined : new Promise(() => undefined)) });
    const { email } = await newPerson();
    await requestResetEmail({ email });
    for (const [attempt, signal] of (["SIGTERM", "SIGKILL"] as const).entries()) {
      const worker = await startWorker(server.url);
      await until("the email is being sent", () => server.recipients.length === attempt + 1);
      expect(await worker.kill(signal)).toBe(signal === "SIGTERM" ? 0 : null);
      expect((await waiting(email))[0]?.attempts).toBe(attempt + 1);
      await makeDue(email);
    }
    isPatient = true;
    await startWorker(server.url);
    await until("the email has arrived", () => server.mails.length === 1);
    await until("the request is deleted", () => isAnswered(email));
  });
});
