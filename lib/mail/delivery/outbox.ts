import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { logger } from "../../logging/logger";

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
