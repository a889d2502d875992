import { existsSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { findFolderCycles } from "./folders.mjs";
import { layerRules, runtimeRules } from "./layers.mjs";

const roots = ["app", "bench", "cli", "components", "lib", "middleware.ts", "prisma", "scripts", "server", "tests", "viewer"];

function toLine({ rule, from, to, cycle, via }, remedies) {
  const way = (cycle ?? via)?.map((step) => step.name) ?? (from === to ? [] : [to]);
  return `${[from, ...way].join(" → ")}: ${rule.name}. ${remedies.get(rule.name)}`;
}

async function check(rules, withTypes) {
  const { output } = await cruise(
    roots.filter((root) => existsSync(root)),
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
 * Checks the imports of the project in the current folder, where dependency-cruiser finds tsconfig.json.
 * @returns {Promise<{ problems: string[], files: { source: string, dependencies: { resolved: string }[] }[] }>} problems: one line for
 * each forbidden import, with the remedy. files: each file with its imports, types included
 */
export async function checkImports() {
  const [layers, runtime] = [await check(layerRules, true), await check(runtimeRules, false)];
  const lines = [...layers.lines, ...runtime.lines, ...findFolderCycles(layers.files)];
  return { problems: [...new Set(lines)].sort(), files: layers.files };
}
