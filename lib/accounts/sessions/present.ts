import Bowser from "bowser";
import type { Session } from "../../generated/prisma/client";
import type { DeviceKind, SessionSummary } from "./schema";

export type SessionRecord = Pick<Session, "id" | "createdAt" | "lastSeenAt" | "userAgent" | "address">;

type Device = Pick<SessionSummary, "device" | "kind">;

const unknownDevice: Device = { device: "Unknown device", kind: "unknown" };

/** User agents of browsers; programs use other names. */
const BROWSER = /^(?:Mozilla|Opera)\//;

function kindOf(platform: string | undefined): DeviceKind {
  return platform === "mobile" || platform === "tablet" ? "mobile" : "desktop";
}

/** Returns a device for display: "Firefox on Linux", "API client", "Unknown device". */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.trim();
  if (!text) return unknownDevice;
  if (!BROWSER.test(text)) return { device: "API client", kind: "program" };
  const { browser, os, platform } = Bowser.parse(text);
  const device = [browser.name, os.name].filter(Boolean).join(" on ");
  return device ? { device, kind: kindOf(platform.type) } : unknownDevice;
}

/** Formats a session for the API. @param currentId session of the request */
export function presentSession({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord, currentId: string): SessionSummary {
  return {
    _id: id,
    ...describeDevice(userAgent),
    // The address of a connection that closed before it was read.
    address: address === "unknown" ? null : address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
  };
}
