import { existsSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { layerRules, runtimeRules } from "./layers.mjs";

const testFile = /\.test\.\w+$/;
const moduleOf = (file) => /^(?:components\/|lib\/|server\/)[^/.]+(?=\/)/.exec(file)?.[0];

/** @returns {Map<string, Map<string, string>>} for each folder, the folders that it imports with one import as example */
function readGraph(files) {
  const graph = new Map();
  const sources = files.filter(({ source }) => moduleOf(source) && !testFile.test(source));
  for (const { source, dependencies } of sources) {
    const from = moduleOf(source);
    const imported = graph.get(from) ?? new Map();
    graph.set(from, imported);
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved);
      if (to && to !== from && !imported.has(to)) imported.set(to, `${source} imports ${resolved}`);
    }
  }
  return graph;
}

function findCycle(graph, start) {
  const queue = [[start]];
  const seen = new Set();
  for (const way of queue) {
    for (const next of graph.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push([...way, next]);
    }
  }
  return null;
}

/**
 * Finds folders that import each other, also through other folders.
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} files as dependency-cruiser lists them
 * @returns {string[]} one line for each cycle, with the remedy
 */
function findFolderCycles(files) {
  const graph = readGraph(files);
  const problems = new Map();
  for (const start of [...graph.keys()].sort()) {
    const cycle = findCycle(graph, start);
    if (!cycle) continue;
    const examples = cycle.slice(1).map((to, index) => graph.get(cycle[index]).get(to));
    const remedy = "Move what both need into a folder below them, or pass it as an argument.";
    const key = cycle.slice(1).sort().join(" ");
    if (!problems.has(key)) problems.set(key, `${cycle.join(" → ")}: no-folder-cycle (${examples.join("; ")}). ${remedy}`);
  }
  return [...problems.values()];
}

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
 * @returns {Promise<{ problems: string[], files: string[] }>} one line for each forbidden import, with the remedy, and all code files
 */
export async function checkImports() {
  const [layers, runtime] = [await check(layerRules, true), await check(runtimeRules, false)];
  const problems = [...layers.lines, ...runtime.lines, ...findFolderCycles(layers.files)];
  return { problems: [...new Set(problems)].sort(), files: layers.files.map(({ source }) => source) };
}
