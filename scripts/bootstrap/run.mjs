import { spawn } from "node:child_process";

/**
 * Runs a program to its end and forwards signals.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, onOutput?: (text: string) => void }} [options]
 *   quiet: returns the output instead of printing it. onOutput: gets it as it comes
 * @returns {Promise<{ code: number, printed: string }>}
 */
export function run(command, args, { env = {}, quiet = false, onOutput = () => undefined } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
    const printed = [];
    child.stdout?.on("data", (chunk) => {
      printed.push(chunk);
      onOutput(chunk.toString());
    });
    child.stderr?.on("data", (chunk) => printed.push(chunk));

    const pass = (signal) => {
      child.once("close", () => process.exit(1));
      child.kill(signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve({ code: code ?? 1, printed: Buffer.concat(printed).toString() });
    });
  });
}

export async function runQuietly(command, args, env, onOutput) {
  const { code, printed } = await run(command, args, { env, quiet: true, onOutput });
  if (code !== 0) throw new Error(`${printed}\n${[command, ...args].join(" ")} failed (${code}).`);
}

export async function step(text, work) {
  const started = performance.now();
  process.stdout.write(`${text} … `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  }
}
