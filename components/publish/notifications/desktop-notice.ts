import { leaveScreen } from "@/components/shared/form/leave-guard";

/** What the browser has been told about notices on the desktop; null where it knows none. */
export function desktopNoticePermission(): NotificationPermission | null {
  return typeof Notification === "undefined" || !window.isSecureContext ? null : Notification.permission;
}

/**
 * Asks the person whether notices may be shown on their desktop, unless they have said so before. Browsers ask only
 * during a click.
 */
export async function askForDesktopNotices(): Promise<void> {
  if (desktopNoticePermission() === "default") await Notification.requestPermission();
}

interface DesktopNotice {
  title: string;
  body: string;
  /** Where a click on it leads, a path of ours; without one to the page as it is. */
  href?: string;
}

function isLookedAt(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/**
 * Tells the person on their desktop, where that is allowed and they are not looking at the page anyway.
 * Several tabs that say the same make one notice.
 */
export function showDesktopNotice({ title, body, href }: DesktopNotice): void {
  if (desktopNoticePermission() !== "granted" || isLookedAt()) return;
  try {
    const notice = new Notification(title, { body, tag: `sea-vision ${title} ${body}` });
    notice.onclick = () => {
      notice.close();
      window.focus();
      if (href !== undefined) leaveScreen(() => window.location.assign(href));
    };
  } catch {
    // Browsers on telephones allow notices only to service workers: then the page alone tells.
  }
}
