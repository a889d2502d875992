import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildClient } from "./client.mjs";
import { install } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

/** Prints everything to standard error during `work`: standard output is for the command's result. */
async function withStdoutRedirected(work) {
  const { write } = process.stdout;
  const { log } = console;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.error;
  try {
    return await work();
  } finally {
    process.stdout.write = write;
    console.log = log;
  }
}

async function prepare() {
  await install(false);
  return buildClient();
}

export async function startClient() {
  requireNode();
  const here = process.cwd();
  process.chdir(path.resolve(import.meta.dirname, "../.."));
  const bundle = await withStdoutRedirected(() => oneAtATime(prepare));
  process.chdir(here);
  await import(pathToFileURL(bundle).href);
}
