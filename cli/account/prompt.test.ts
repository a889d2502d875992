import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { askHidden, askLine } from "./prompt";

/** What is shown on the terminal, while a test runs. */
function shown(): () => string {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

it.each([
  ["a line", askLine],
  ["a password", askHidden],
])("ends the question for %s when the command is ended", async (_what, ask) => {
  shown();
  const ending = new AbortController();
  const asked = ask("Which? ", { signal: ending.signal, input: new PassThrough() });
  ending.abort();
  await expect(asked).rejects.toThrow(/abort/i);
});

it("makes a signal of Ctrl-C, which ends the question", async () => {
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

it("shows nothing of a password", async () => {
  const output = shown();
  const input = new PassThrough();
  const asked = askHidden("Password: ", { signal: new AbortController().signal, input });
  input.write("a long pass phrase\r");
  expect([await asked, output()]).toEqual(["a long pass phrase", "Password: \n"]);
});
