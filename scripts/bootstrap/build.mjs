import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { BUILD_ID_VARIABLE } from "../../next.config.mjs";
import { bundleFolder, bundleServer } from "./bundle.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { runQuietly, step } from "./run.mjs";
import { hashSources } from "./source-hash.mjs";

const shared = ["lib", "package-lock.json", "tsconfig.json", "scripts/bootstrap"];
const pageSources = [...shared, "app", "components", "middleware.ts", "public", "next.config.mjs", "postcss.config.mjs"];
const serverSources = [...shared, "server", "prisma", "viewer"];

/** The stamp is written last, so that an interrupted build doesn't count. */
async function buildIfChanged(text, sources, folder, work) {
  const stamp = path.join(folder, "source-hash");
  const hash = await hashSources(sources);
  const built = await readFile(stamp, "utf8").catch(() => undefined);
  if (built === hash) return;
  await writeFile(stamp, "").catch(() => undefined);
  await step(text, () => work(hash));
  await writeFile(stamp, hash);
}

/** Stages of a build by Next, which it announces in lines that begin with these words. */
const stages = { "Creating an optimized": "compiling", "Collecting page data": "collecting", "Finalizing page": "finishing" };

function buildPages(hash) {
  const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", [BUILD_ID_VARIABLE]: hash };
  return runQuietly(process.execPath, ["node_modules/next/dist/bin/next", "build"], env, (text) => {
    for (const [words, stage] of Object.entries(stages)) if (text.includes(words)) process.stdout.write(`${stage} … `);
  });
}

/** Set by the test command, which builds once. Tests then start what was built, and a change meanwhile doesn't replace it beneath them. */
const usesBuild = () => Boolean(process.env.SEA_VISION_USE_BUILD);

const buildServerIfChanged = () => buildIfChanged("Building the server", serverSources, bundleFolder, bundleServer);

export async function buildServer() {
  if (!usesBuild()) await oneAtATime(buildServerIfChanged);
}

export async function build() {
  if (usesBuild()) return;
  await oneAtATime(async () => {
    await buildServerIfChanged();
    await buildIfChanged("Building the pages", pageSources, process.env.SEA_VISION_DIST_DIR || ".next", buildPages);
  });
}
