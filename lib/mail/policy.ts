import { env } from "../env";
import { AppError } from "../errors";

/** Requires that no mail server is set up, which is when admins pass links on themselves. @throws AppError 409 */
export function requireNoMailServer(): void {
  if (env().smtpUrl) throw new AppError("conflict", "This server mails its links, so it doesn't show them.");
}
