import Bowser from "bowser";

export interface Device {
  device: string;
  kind: "desktop" | "mobile" | "program" | "unknown";
}

const unknownDevice: Device = { device: "Unknown device", kind: "unknown" };

/** User agents of browsers; programs use other names. */
const BROWSER = /^(?:Mozilla|Opera)\//;

function kindOf(platform: string | undefined): Device["kind"] {
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
