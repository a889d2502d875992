import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { logger } from "../../logging/logger";

/** Composes mails as they would go over the wire, and sends them nowhere. */
const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** Names that mails have there, finished and unfinished. */
export const OUTBOX_FILE = /^(?:\d{4}-\d\d-\d\dT[\d.-]+Z-[\da-f]{8}\.eml|\.\d{4}-\d\d-\d\dT[\d.-]+Z-[\da-f]{8}\.tmp)$/;

export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, "outbox");
}

/**
 * Keeps a mail as an .eml file in DATA_DIR/outbox, which every mail program opens. The names sort by time. Mails hold what
 * only their reader should know, so nobody else on the machine may look.
 */
export async function keepInOutbox(dataDir: string, mail: SendMailOptions): Promise<void> {
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { message } = await composer.sendMail(mail);
  const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}`;
  const file = path.join(folder, `${name}.eml`);
  // Under its own name it is whole: whoever watches the folder never reads half a mail.
  const unfinished = path.join(folder, `.${name}.tmp`);
  await writeFile(unfinished, message, { flag: "wx", mode: 0o600 });
  await rename(unfinished, file);
  logger.warn({ file }, "SMTP_URL is not set: the mail was written to a file");
}
