import { NO_MAIL_SERVER } from "../../accounts/invitations/values";
import type { SuperadminViewer } from "../../accounts/sessions/schema";
import { env } from "../../env";
import { AppError } from "../../errors";
import { logger } from "../../logging/logger";
import type { EmailTemplate } from "../../mail/delivery/template";
import { sendEmail } from "../../mail/delivery/transport";
import { changeInstallation } from "../../storage/mutations";

/** Milliseconds. A person waits for the outcome. */
const LIMIT_MS = 20_000;

const testEmail = (name: string, origin: string, product: string): EmailTemplate => ({
  subject: `Test mail of ${product}`,
  greeting: `Hello ${name},`,
  opening: [`${product} can send mails.`],
  action: { label: `Open ${product}`, url: origin },
  closing: ["You asked for this mail on the dashboard."],
});

/** Hides the checklist of a new installation from every superadmin, or shows it again. */
export function dismissSetup(_viewer: SuperadminViewer, isDismissed: boolean): Promise<void> {
  return changeInstallation({ setupDismissedAt: isDismissed ? new Date() : null });
}

/** Mails the viewer, and records that this worked. @throws AppError 409 without a mail server, 503 with its reason when it doesn't take the mail */
export async function sendTestMail({ name, email }: SuperadminViewer): Promise<void> {
  const { smtpUrl, appOrigin } = env();
  if (!smtpUrl) throw new AppError("conflict", NO_MAIL_SERVER);
  try {
    const outcome = await sendEmail({ name, email }, (product) => testEmail(name, appOrigin, product), AbortSignal.timeout(LIMIT_MS));
    if (outcome === "refused") throw new Error(`it refuses the address ${email}`);
  } catch (error) {
    logger.warn({ err: error }, "the test mail was not sent");
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("unavailable", `The mail server did not take the mail: ${reason}`);
  }
  await changeInstallation({ mailTestedAt: new Date() });
}
