import { formatBytes } from "@/components/shared/format-bytes";
import type { AuditEvent } from "@/lib/audit/schema";

interface DetailLine {
  term: string;
  text: string;
  after?: string;
}

type Known = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Known => typeof value === "object" && value !== null && !Array.isArray(value);

function toTerm(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toText(name: string, value: unknown): string {
  if (name === "bytes" && typeof value === "number") return formatBytes(value);
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => toText("", item)).join(", ");
  if (isRecord(value) && typeof value["name"] === "string") return value["name"];
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toChanges(before: Known, after: Known): DetailLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({ term: toTerm(name), text: toText(name, before[name] ?? "—"), after: toText(name, after[name] ?? "—") }));
}

const credentialTerms = {
  session: "Session",
  "single-sign-on": "Single sign-on session",
  token: "API token",
  link: "Share link",
} as const;

export function describeDetails({ at, actor, target, credential, details }: AuditEvent): DetailLine[] {
  const { before, after, ...others } = details ?? {};
  const lines = Object.entries(others)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => ({ term: toTerm(name), text: toText(name, value) }));
  if (isRecord(before) || isRecord(after)) lines.unshift(...toChanges(isRecord(before) ? before : {}, isRecord(after) ? after : {}));
  lines.push({ term: "Time (UTC)", text: at });
  if (credential) lines.push({ term: credentialTerms[credential.kind], text: `${credential.name} (${credential._id})` });
  if (actor?._id) lines.push({ term: "Account id", text: actor._id });
  if (target?._id) lines.push({ term: "Target id", text: target._id });
  return lines;
}
