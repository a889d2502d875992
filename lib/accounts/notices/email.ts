import type { EmailTemplate } from "../../mail/delivery/template";
import type { Recipient } from "../../mail/delivery/transport";
import type { Notice } from "./schema";

const NOT_YOU = "If it was not you, end all other sessions in your settings, change your password, and tell an admin.";

/** 2026-11-25 18:30 UTC. A mail does not know the time zone of its reader. */
const formatTime = (at: string) => `${at.slice(0, 16).replace("T", " ")} UTC`;

/** Returns the mail of a notice. @param origin of the application @param product its name */
export function noticeEmail({ name, email }: Recipient, notice: Notice, origin: string, product: string): EmailTemplate {
  const greeting = `Hello ${name},`;
  const settings = { label: "Open your settings", url: `${origin}/settings` };
  switch (notice.kind) {
    case "new-device": {
      const from = notice.address ? ` from the address ${notice.address}` : "";
      return {
        subject: `New sign-in to ${product}`,
        greeting,
        opening: [`${notice.device} signed in to your account ${email}${from} on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you, there is nothing to do.", NOT_YOU],
      };
    }
    case "password-changed":
      return {
        subject: `Your ${product} password was changed`,
        greeting,
        opening: [`The password of your account ${email} was changed on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you or your admin, there is nothing to do.", NOT_YOU],
      };
    case "factor-changed":
      return {
        subject: `Two-step verification of your ${product} account was changed`,
        greeting,
        opening: [notice.change, `This was changed for your account ${email} on ${formatTime(notice.at)}.`],
        action: settings,
        closing: ["If it was you or your admin, there is nothing to do.", NOT_YOU],
      };
    case "codes-refused": {
      const from = notice.address ? ` The last came from the address ${notice.address}.` : "";
      return {
        subject: `Wrong codes for your ${product} account`,
        greeting,
        opening: [`The password of your account ${email} was entered correctly several times, each time with a wrong code.${from}`],
        action: settings,
        closing: ["If it was not you, change your password now: another person knows it.", "If it was you, there is nothing to do."],
      };
    }
    case "link-locked": {
      const label = notice.label && ` ${notice.label}`;
      return {
        subject: "Wrong passwords for a share link",
        greeting,
        opening: [
          `Your share link${label} to the map ${notice.project} got many wrong passwords.`,
          "For up to an hour it opens only from networks that have opened it before.",
        ],
        action: { label: "Open the project", url: `${origin}/projects?project=${notice.safeName}` },
        closing: ["To stop them, revoke the link and create another."],
      };
    }
    case "maps-assigned": {
      const { names, count } = notice;
      const [first = ""] = names;
      const rest = count > names.length ? [`… and ${count - names.length} more.`] : [];
      return {
        subject: count === 1 ? `You can now open the map ${first}` : `You can now open ${count} more maps`,
        greeting,
        opening: [count === 1 ? "A map was assigned to you:" : "Maps were assigned to you:", ...names, ...rest],
        action: { label: "Open your maps", url: `${origin}/projects` },
        closing: ["You can turn these mails off in your settings."],
      };
    }
  }
}
