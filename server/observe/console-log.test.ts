import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logger } from "../../lib/logging/logger";
import { logConsole } from "./console-log";

/** As Next types it. */
const printer: Pick<Console, "error" | "warn"> = console;
let undo: () => void;
beforeEach(() => {
  undo = logConsole();
});
afterEach(() => {
  undo();
  vi.restoreAllMocks();
});

it("logConsole logs the text of an error of Next, without colours and marks", () => {
  const log = vi.spyOn(logger, "error").mockReturnValue(undefined);
  const error = Object.assign(new Error("the page has failed"), { digest: "123" });
  printer.error("\u001b[31m⨯\u001b[39m", error);
  printer.error(" ⨯ uncaughtException:", error);
  expect(log.mock.calls).toEqual([
    [{ err: error }, "the page has failed"],
    [{ err: error }, "uncaughtException:"],
  ]);
});

it("logConsole logs no objects, and separates warnings from errors", () => {
  const log = vi.spyOn(logger, "warn").mockReturnValue(undefined);
  printer.warn("careful", 7, { password: "hunter22" });
  printer.warn({ password: "hunter22" });
  expect(log.mock.calls).toEqual([
    [{}, "careful 7"],
    [{}, "console"],
  ]);
});
