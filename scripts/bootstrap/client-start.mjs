import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildClient } from "./client.mjs";
import { install } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";

/** Only the command's result goes to standard output. */
async function aside(work) {
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
  await install();
  return buildClient();
}

export async function startClient() {
  requireNode();
  const here = process.cwd();
  process.chdir(path.resolve(import.meta.dirname, "../.."));
  const bundle = await aside(() => oneAtATime(prepare));
  process.chdir(here);
  await import(pathToFileURL(bundle).href);
}
