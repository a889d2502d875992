import { createTransport, type SendMailOptions } from "nodemailer";
import { type Env, env } from "../../env";
import { keepInOutbox } from "./outbox";
import { type Letter, renderLetter } from "./template";

export interface Recipient {
  name: string;
  /** Address. */
  email: string;
}

/** Refused: the server says that it will never take a mail for this address. */
export type MailOutcome = "sent" | "refused";

/** The settings that a mail depends on. */
export type MailSettings = Pick<Env, "smtpUrl" | "mailFrom" | "dataDir">;

/** Defaults, in milliseconds, for a server that does not answer; SMTP_URL may name others (`?socketTimeout=…`). */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Most that one mail may take, however slowly its server goes on answering. */
export const SEND_LIMIT_MS = 60_000;

function composeMail(to: Recipient, letter: Letter, from: string): SendMailOptions {
  return {
    from,
    // As an object, so that nothing in a name can pass for another address.
    to: { name: to.name, address: to.email },
    subject: letter.subject,
    ...renderLetter(letter),
    // Programs that answer by themselves, for people on holiday, leave such mails alone (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
  };
}

function withDefaults(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, value] of Object.entries(timeouts)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Rejects when the signal says so; there is no other way to leave a conversation with a server. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/** True of the one answer that will not change: 5xx to the recipient's address. All others may be mended, here or there. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return command === "RCPT TO" && typeof responseCode === "number" && responseCode >= 500;
}

/** A connection for each mail: they are rare, and a server need not keep one open for the next. */
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

/**
 * Sends a letter by SMTP, or keeps it as a file when no server is set.
 * @throws whatever the connection or the server says; another try may succeed. After an error the mail may have been sent all the same
 */
export async function sendLetter(
  to: Recipient,
  letter: Letter,
  signal: AbortSignal,
  { smtpUrl, mailFrom, dataDir }: MailSettings = env(),
): Promise<MailOutcome> {
  signal.throwIfAborted();
  const mail = composeMail(to, letter, mailFrom);
  if (smtpUrl) return sendBySmtp(smtpUrl, mail, signal);
  await keepInOutbox(dataDir, mail);
  return "sent";
}
