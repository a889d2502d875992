import { existsSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { judgeFolderCycles } from "./folders.mjs";
import { layerRules, runtimeRules } from "./layers.mjs";

const places = ["app", "bench", "cli", "components", "lib", "middleware.ts", "prisma", "scripts", "server", "tests"];

function toLine({ rule, from, to, cycle, via }, remedies) {
  const way = (cycle ?? via)?.map((step) => step.name) ?? (from === to ? [] : [to]);
  return `${[from, ...way].join(" → ")}: ${rule.name}. ${remedies.get(rule.name)}`;
}

async function check(rules, withTypes) {
  const { output } = await cruise(
    places.filter((place) => existsSync(place)),
    {
      validate: true,
      ruleSet: { forbidden: rules },
      tsConfig: { fileName: "tsconfig.json" },
      tsPreCompilationDeps: withTypes,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "^(lib/generated/prisma/internal|prisma/demo-map/site)" },
      enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
    },
    {},
    { tsConfig: extractTSConfig("tsconfig.json") },
  );
  const remedies = new Map(rules.map(({ name, comment }) => [name, comment]));
  return { files: output.modules, lines: output.summary.violations.map((violation) => toLine(violation, remedies)) };
}

/**
 * Judges the project in the current folder: dependency-cruiser resolves the aliases of tsconfig.json from there.
 * @returns {Promise<{ problems: string[], files: { source: string, dependencies: { resolved: string }[] }[] }>} one line for each
 * import that is not allowed, with the remedy; and every file with what it imports, types included
 */
export async function judgeImports() {
  const [layers, runtime] = [await check(layerRules, true), await check(runtimeRules, false)];
  const lines = [...layers.lines, ...runtime.lines, ...judgeFolderCycles(layers.files)];
  return { problems: [...new Set(lines)].sort(), files: layers.files };
}
