/** The audit log, its events, and the answers of its calls. */
import { page } from "vitest/browser";
import { AuditScreen } from "@/components/audit/audit-screen";
import type { AuditEvent } from "@/lib/audit/schema";
import { within } from "../setup/elements";
import { answerList } from "../setup/list-answers";

interface Given extends Partial<Pick<AuditEvent, "address" | "details">> {
  actor?: string;
  target?: { type: string; name?: string };
}

let count = 0;

/** @param at ISO 8601 */
export function auditEvent(action: string, at: string, { actor, target, address = null, details = null }: Given = {}): AuditEvent {
  count += 1;
  return {
    _id: String(count),
    at,
    action,
    actor: actor ? { _id: null, email: actor } : null,
    target: target ? { type: target.type, _id: null, name: target.name ?? null } : null,
    address,
    credential: null,
    details,
  };
}

/** Answers the log, with its filters. The search finds one word. */
export function answerAudit(events: AuditEvent[]) {
  return answerList({
    path: "/api/audit",
    name: "events",
    rows: events,
    searched: ({ action, actor, target, address }) => [[action, actor?.email, target?.name, address].join(" ")],
    matches: ({ action, actor, at }, query) => {
      const kind = query.get("action") ?? "";
      const isOfKind = kind === "" || action === kind || action.startsWith(`${kind}.`);
      const isOfActor = (actor?.email ?? "").startsWith((query.get("actor") ?? "").toLowerCase());
      return isOfKind && isOfActor && at >= (query.get("from") ?? "") && at < (query.get("to") ?? "9999");
    },
  });
}

export const audit = <AuditScreen initial={null} />;

export const events = page.getByRole("table", { name: "Events" });
export const search = page.getByPlaceholder("Search events...");
export const rows = events.getByRole("row").filter({ has: page.getByRole("cell") });

/** Returns what the shown events are called. */
export const shownActions = () => (events.query() ? within(events, "summary").map(({ textContent }) => textContent) : []);
