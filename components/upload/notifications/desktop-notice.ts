import { leaveScreen } from "@/components/shared/form/leave-guard";

/** Null in browsers without notifications. */
export function desktopNoticePermission(): NotificationPermission | null {
  return typeof Notification === "undefined" || !window.isSecureContext ? null : Notification.permission;
}

export async function askForDesktopNotices(): Promise<void> {
  if (desktopNoticePermission() === "default") await Notification.requestPermission();
}

/** Returns the path of the project list with this map open. */
export function mapHref(safeName: string): string {
  return `/projects?map=${encodeURIComponent(safeName)}`;
}

export function showUploadedNotice({ projectName }: { projectName: string }): void {
  showDesktopNotice({ title: `${projectName} is uploaded`, body: "Every byte is on the server. The page can be closed." });
}

export function showPublishedNotice({ projectName, safeName }: { projectName: string; safeName: string }): void {
  showDesktopNotice({ title: `${projectName} is online.`, body: "Every file has been checked.", href: mapHref(safeName) });
}

interface DesktopNotice {
  title: string;
  body: string;
  href?: string;
}

/** Opens a path after a click on a notification. The tray replaces it, so that uploads go on. */
export const noticeLinks = { open: (href: string) => window.location.assign(href) };

function isLookedAt(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Shows a notification when allowed and the page is hidden. Several tabs show only one. */
export function showDesktopNotice({ title, body, href }: DesktopNotice): void {
  if (desktopNoticePermission() !== "granted" || isLookedAt()) return;
  try {
    const notice = new Notification(title, { body, tag: `sea-vision ${title} ${body}` });
    notice.onclick = () => {
      notice.close();
      window.focus();
      if (href !== undefined) leaveScreen(() => noticeLinks.open(href));
    };
  } catch {
    // Mobile browsers allow notifications only to service workers.
  }
}
