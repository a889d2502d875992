import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AuditEvent } from "@/lib/audit/schema";
import { describeDetails, TargetCell, WhatCell, WhoCell } from "./audit-table";

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

it("links the name of a project to its views", () => {
  const target = { type: "project", _id: "01990000-0000-7000-8000-000000000001", name: "Harbour" };
  expect(renderToStaticMarkup(<TargetCell event={{ ...event, target }} />)).toContain(`/projects?project=${target._id}&amp;tab=views`);
  expect(renderToStaticMarkup(<TargetCell event={{ ...event, target: { ...target, _id: null } }} />)).not.toContain("<a");
});

describe("describeDetails", () => {
  const event: AuditEvent = {
    _id: "1",
    at: "2026-11-20T08:00:00.123Z",
    actor: null,
    action: "account.changed",
    target: null,
    address: null,
    credential: null,
    details: null,
  };
  const time = { term: "Time (UTC)", text: event.at };

  it("returns the exact time of the event and the ids that it has", () => {
    expect(describeDetails(event)).toEqual([time]);
    expect(
      describeDetails({ ...event, actor: { _id: "a", email: "jane@example.org" }, target: { type: "import", _id: "t", name: null } }),
    ).toEqual([time, { term: "Account id", text: "a" }, { term: "Target id", text: "t" }]);
  });

  it("returns the value before and after each change", () => {
    const details = { role: "user", before: { name: "Jane", email: "j@example.org" }, after: { name: "Jane Doe" } };
    expect(describeDetails({ ...event, details })).toEqual([
      { term: "Name", text: "Jane", after: "Jane Doe" },
      { term: "Email", text: "j@example.org", after: "—" },
      { term: "Role", text: "user" },
      time,
    ]);
  });

  it("formats numbers, sizes, booleans, lists and unknown values as text", () => {
    const details = {
      endedSessions: 1200,
      bytes: 1536,
      done: true,
      nothing: null,
      projects: [
        { _id: "1", name: "Harbour" },
        { _id: "2", name: "Reef" },
      ],
      odd: { deep: [1] },
    };
    expect(describeDetails({ ...event, details })).toEqual([
      { term: "Ended sessions", text: "1,200" },
      { term: "Bytes", text: "1.5 KB" },
      { term: "Done", text: "yes" },
      { term: "Projects", text: "Harbour, Reef" },
      { term: "Odd", text: '{"deep":[1]}' },
      time,
    ]);
  });
});
