import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { AuditEvent } from "@/lib/audit/schema";
import { TargetCell, WhatCell, WhoCell } from "./audit-table";

const event: AuditEvent = {
  _id: "1",
  at: "2026-11-20T08:00:00.123Z",
  actor: { _id: "a", email: "דנה@example.org" },
  action: "account.changed",
  target: { type: "account", _id: "t", name: "ליאה" },
  address: null,
  credential: null,
  details: { before: { name: "לאה" }, after: { name: "ליאה" } },
};

it("isolates right-to-left names in event cells from the text next to them", () => {
  expect(renderToStaticMarkup(<WhatCell event={event} />)).toContain("<bdi>לאה</bdi> → <bdi>ליאה</bdi>");
  expect(renderToStaticMarkup(<WhoCell event={event} onShowActor={() => undefined} />)).toContain("<bdi>דנה<wbr/>@example.org</bdi>");
  expect(renderToStaticMarkup(<TargetCell event={event} />)).toContain("<bdi>ליאה</bdi>");
});

it.each([
  [{ type: "account", _id: null, name: null }, { role: "superadmin" }, "Super admin account"],
  [{ type: "account", _id: null, name: null }, { role: "captain" }, "Account"],
  [{ type: "file", _id: null, name: null }, null, "File"],
  [{ type: "map-layer", _id: null, name: null }, null, "Map layer"],
])("shows the target %j with the details %j as %s", (target, details, text) => {
  expect(renderToStaticMarkup(<TargetCell event={{ ...event, target, details }} />)).toContain(`>${text}<`);
});
