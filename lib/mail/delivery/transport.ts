import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { findBrandImage, loadBranding } from "../../branding/data";
import { brandImageType } from "../../branding/images/check-image";
import { PRODUCT_NAME } from "../../branding/values";
import { type Env, env } from "../../env";
import { logger } from "../../logging/logger";
import { type EmailTemplate, LOGO_ID, renderEmail } from "./template";

/** Composes mails without sending them. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

export const OUTBOX_FILE = /^(?:\d{4}-\d\d-\d\dT[\d.-]+Z-[\da-f]{8}\.eml|\.\d{4}-\d\d-\d\dT[\d.-]+Z-[\da-f]{8}\.tmp)$/;

export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, "outbox");
}

/** Saves a mail as an .eml file in DATA_DIR/outbox, readable by its owner only. Names sort by time. */
export async function keepInOutbox(dataDir: string, mail: SendMailOptions): Promise<void> {
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message } = await composer.sendMail(mail);
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}`;
  const file = path.join(folder, `${name}.eml`);
  // Renamed when complete, so that no reader sees half a mail.
  const unfinished = path.join(folder, `.${name}.tmp`);
  await writeFile(unfinished, message, { flag: "wx", mode: 0o600 });
  await rename(unfinished, file);
  logger.warn({ file }, "SMTP_URL is not set: the mail was written to a file");
}

export interface Recipient {
  name: string;
  email: string;
}

/** Refused: the server permanently rejects the address. */
export type MailOutcome = "sent" | "refused";

export type MailSettings = Pick<Env, "smtpUrl" | "mailFrom" | "dataDir">;

/** Default timeouts in milliseconds; SMTP_URL may set others (`?socketTimeout=…`). */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Maximum for one mail. */
export const SEND_LIMIT_MS = 60_000;

/** Returns when a mail that a worker has begun to send is due again, in case the worker is killed. */
export const endOfLease = () => new Date(Date.now() + 2 * SEND_LIMIT_MS);

/** Returns when a mail is due again after failed attempts: the wait doubles each time. @param first and @param longest wait in seconds */
export const nextAttemptAt = (attempts: number, first: number, longest: number) =>
  new Date(Date.now() + Math.min(first * 2 ** (attempts - 1), longest) * 1_000);

/** What a mail says, or a function that is called with the name of the product. */
export type EmailContent = EmailTemplate | ((product: string) => EmailTemplate);

async function composeMail(to: Recipient, content: EmailContent, from: string): Promise<SendMailOptions> {
  const brand = await loadBranding();
  const template = typeof content === "function" ? content(brand.name) : content;
  const sender = brand.mailSender || (brand.name === PRODUCT_NAME ? "" : brand.name);
  const logo = brand.logo === null ? null : await findBrandImage("logo");
  // Mail programs show no SVG.
  const attached = logo && brandImageType(logo) === "image/png" ? logo : null;
  return {
    // As objects, so that a name can't inject another address.
    from: sender ? { name: sender, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from } : from,
    to: { name: to.name, address: to.email },
    ...(brand.replyTo && { replyTo: brand.replyTo }),
    subject: template.subject,
    ...renderEmail(template, brand, attached !== null),
    ...(attached && { attachments: [{ content: attached, filename: "logo.png", cid: LOGO_ID, contentDisposition: "inline" }] }),
    // Automatic responders ignore such mails (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}

function withDefaults(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(timeouts)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Rejects when the signal aborts. nodemailer has no other way to end a conversation with a server. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** True for a 5xx answer to the recipient's address. Other errors may be temporary. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500;
}

/** One connection per mail: they are rare. */
async function sendBySmtp(smtpUrl: string, mail: SendMailOptions, signal: AbortSignal): Promise<MailOutcome> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(SEND_LIMIT_MS)]);
  try {
    await Promise.race([createTransport(withDefaults(smtpUrl)).sendMail(mail), whenAborted(either)]);
    return "sent";
  } catch (error) {
    if (isRefusal(error)) return "refused";
    throw error;
  }
}

/** Sends a mail by SMTP, or saves it as a file without SMTP_URL. @throws errors of the connection, even after it may have been sent */
export async function sendEmail(
  to: Recipient,
  content: EmailContent,
  signal: AbortSignal,
  { smtpUrl, mailFrom, dataDir }: MailSettings = env(),
): Promise<MailOutcome> {
  signal.throwIfAborted();
  const mail = await composeMail(to, content, mailFrom);
  if (smtpUrl) return sendBySmtp(smtpUrl, mail, signal);
  await keepInOutbox(dataDir, mail);
  return "sent";
}
