import { expect, it } from "vitest";
import type { ConnectionState } from "./connection-state";
import { JoinedConnection } from "./connection-state";

function uploader() {
  const told: ConnectionState[] = [];
  return { told, links: new JoinedConnection((link) => told.push(link)) };
}

it("reports the most important state of several uploads", () => {
  const { links, told } = uploader();
  links.note("a", "connecting");
  links.note("b", "sending");
  links.note("a", "unreachable");
  links.note("b", "signed-out");
  links.note("b", "sending");
  links.note("b", "offline");
  expect(told).toEqual(["sending", "signed-out", "sending", "offline"]);
});

it("reports the state of the other uploads when one ends", () => {
  const { links, told } = uploader();
  links.note("a", "sending");
  links.note("b", "sending");
  links.note("a", "offline");
  links.drop("b");
  expect(told).toEqual(["sending", "offline"]);
});

it("reports no change between one upload and the next", () => {
  const { links, told } = uploader();
  links.note("a", "sending");
  links.note("b", "connecting");
  links.drop("a");
  links.note("b", "sending");
  expect(told).toEqual(["sending"]);
});

it("reports a pause once, after all uploads have paused", () => {
  const { links, told } = uploader();
  links.note("a", "sending");
  links.hold();
  links.note("a", "paused");
  links.drop("b");
  links.settle();
  links.release();
  links.note("a", "connecting");
  expect(told).toEqual(["sending", "paused", "connecting"]);
});
