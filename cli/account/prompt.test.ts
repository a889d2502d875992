import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { askHidden, askLine } from "./prompt";

/** Captures the terminal output of a test. */
function shown(): () => string {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

it.each([
  ["a line", askLine],
  ["a password", askHidden],
])("rejects the prompt for %s when the command is aborted", async (_what, ask) => {
  shown();
  const ending = new AbortController();
  const asked = ask("Which? ", { signal: ending.signal, input: new PassThrough() });
  ending.abort();
  await expect(asked).rejects.toThrow(/abort/i);
});

it("turns Ctrl-C into a signal that rejects the prompt", async () => {
  shown();
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once("SIGINT", end);
  onTestFinished(() => void process.off("SIGINT", end));
  const input = new PassThrough();
  const asked = askHidden("Password: ", { signal: ending.signal, input });
  input.write("half a pass\u0003");
  await expect(asked).rejects.toThrow(/abort/i);
});

it("askHidden prints nothing of a typed password", async () => {
  const output = shown();
  const input = new PassThrough();
  const asked = askHidden("Password: ", { signal: new AbortController().signal, input });
  input.write("a long pass phrase\r");
  expect([await asked, output()]).toEqual(["a long pass phrase", "Password: \n"]);
});
