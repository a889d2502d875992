import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface PromptOptions {
  signal: AbortSignal;
  input?: NodeJS.ReadableStream;
}

async function question(text: string, output: NodeJS.WritableStream, { signal, input = process.stdin }: PromptOptions): Promise<string> {
  signal.throwIfAborted();
  const lines = createInterface({ input, output, terminal: true });
  // In raw mode Ctrl-C sends no signal.
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await lines.question(text, { signal });
  } finally {
    lines.close();
  }
}

/** Prompts on the terminal. @throws the signal's reason or an AbortError */
export async function askLine(text: string, options: PromptOptions): Promise<string> {
  return (await question(text, process.stderr, options)).trim();
}

export async function askHidden(text: string, options: PromptOptions): Promise<string> {
  process.stderr.write(text);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await question("", nowhere, options);
  } finally {
    process.stderr.write("\n");
  }
}
