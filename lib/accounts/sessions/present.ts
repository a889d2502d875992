import Bowser from "bowser";
import type { DeviceKind, SessionSummary } from "./schema";

/** A session's row, as far as its holder is shown it. */
export interface SessionRecord {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  userAgent: string | null;
  address: string | null;
}

type Device = Pick<SessionSummary, "device" | "kind">;

const unknownDevice: Device = { device: "Unknown device", kind: "unknown" };

/** Browsers have begun with this since the first one, and old Opera with its own name; programs with theirs. */
const BROWSER = /^(?:Mozilla|Opera)\//;

function kindOf(platform: string | undefined): DeviceKind {
  return platform === "mobile" || platform === "tablet" ? "mobile" : "desktop";
}

/** @returns what somebody signed in on, in words for people: "Firefox on Linux", "API client", "Unknown device". */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.trim();
  if (!text) return unknownDevice;
  if (!BROWSER.test(text)) return { device: "API client", kind: "program" };
  const { browser, os, platform } = Bowser.parse(text);
  const device = [browser.name, os.name].filter(Boolean).join(" on ");
  return device ? { device, kind: kindOf(platform.type) } : unknownDevice;
}

/** @param currentId session of who asks */
export function presentSession({ id, userAgent, address, createdAt, lastSeenAt }: SessionRecord, currentId: string): SessionSummary {
  return {
    _id: id,
    ...describeDevice(userAgent),
    // The stamp's word for a connection that was gone before it could be asked.
    address: address === "unknown" ? null : address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === currentId,
  };
}
