import { expect, it } from "vitest";
import type { ConnectionState } from "./connection-state";
import { JoinedConnection } from "./connection-state";

function uploader() {
  const states: ConnectionState[] = [];
  return { states, links: new JoinedConnection((link) => states.push(link)) };
}

it("reports the most important state of several uploads", () => {
  const { links, states } = uploader();
  links.note("a", "connecting");
  links.note("b", "sending");
  links.note("a", "unreachable");
  links.note("b", "signed-out");
  links.note("b", "sending");
  links.note("b", "offline");
  expect(states).toEqual(["sending", "signed-out", "sending", "offline"]);
});

it("reports the state of the other uploads when one ends", () => {
  const { links, states } = uploader();
  links.note("a", "sending");
  links.note("b", "sending");
  links.note("a", "offline");
  links.drop("b");
  expect(states).toEqual(["sending", "offline"]);
});

it("reports no change between one upload and the next", () => {
  const { links, states } = uploader();
  links.note("a", "sending");
  links.note("b", "connecting");
  links.drop("a");
  links.note("b", "sending");
  expect(states).toEqual(["sending"]);
});

it("reports a pause once, after all uploads have paused", () => {
  const { links, states } = uploader();
  links.note("a", "sending");
  links.hold();
  links.note("a", "paused");
  links.drop("b");
  links.settle();
  links.release();
  links.note("a", "connecting");
  expect(states).toEqual(["sending", "paused", "connecting"]);
});
