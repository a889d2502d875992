import { expect, it } from "vitest";
import type { ConnectionState } from "./connection-state";
import { JoinedConnection } from "./joined-connection";

function uploader() {
  const told: ConnectionState[] = [];
  return { told, links: new JoinedConnection((link) => told.push(link)) };
}

it("says of several uploads what matters most", () => {
  const { links, told } = uploader();
  links.note("a", "connecting");
  links.note("b", "sending");
  links.note("a", "unreachable");
  links.note("b", "signed-out");
  links.note("b", "sending");
  links.note("b", "offline");
  expect(told).toEqual(["sending", "signed-out", "sending", "offline"]);
});

it("says how the others stand when one is through", () => {
  const { links, told } = uploader();
  links.note("a", "sending");
  links.note("b", "sending");
  links.note("a", "offline");
  links.drop("b");
  expect(told).toEqual(["sending", "offline"]);
});

it("does not flicker from one upload to the next", () => {
  const { links, told } = uploader();
  links.note("a", "sending");
  links.note("b", "connecting");
  links.drop("a");
  links.note("b", "sending");
  expect(told).toEqual(["sending"]);
});

it("tells of a pause once, when all have paused", () => {
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
