import type { EmailTemplate } from "../../mail/delivery/template";
import type { Recipient } from "../../mail/delivery/transport";
import { INVITATION_HOURS } from "./values";

interface Invited {
  recipient: Recipient;
  /** Null when the inviter was deleted. */
  inviterName: string | null;
  /** Number of maps that are assigned to the account. */
  maps: number;
}

/** Returns the mail of an invitation. @param origin of the application */
export function invitationEmail({ recipient, inviterName, maps }: Invited, origin: string, token: string): EmailTemplate {
  const waiting = maps === 1 ? "A map is waiting for you." : `${maps.toLocaleString("en-US")} maps are waiting for you.`;
  return {
    subject: "You are invited to Sea-Vision",
    greeting: `Hello ${recipient.name},`,
    opening: [
      `${inviterName ?? "An administrator"} invites you to Sea-Vision, with the email address ${recipient.email}.`,
      ...(maps > 0 ? [waiting] : []),
    ],
    action: { label: "Accept the invitation", url: `${origin}/invitation?token=${token}` },
    closing: [
      `The link works once, within ${INVITATION_HOURS} hours. Don't pass it on.`,
      "If you did not expect this invitation, there is nothing to do.",
    ],
  };
}
