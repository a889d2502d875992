const MOST_FILES = 20;
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
export function findFolderCycles(files) {
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

/**
 * Finds folders with too many files.
 * @param {{ path: string }[]} files
 * @returns {string[]} one line for each folder, with the remedy
 */
export function findLargeFolders(files) {
  const counts = new Map();
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!/^(app|cli|components|lib|prisma|scripts|server|viewer)\//.test(path) || testFile.test(path)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const large = [...counts].filter(([, count]) => count > MOST_FILES);
  return large.map(
    ([folder, count]) => `${folder}: ${count} files: move some into subfolders named after what they do (at most ${MOST_FILES})`,
  );
}

const SHORT_LINES = 30;

/**
 * Finds short files that only one file imports, which could be merged. Components, workers and tests are exempt.
 * @param {{ path: string, lines: number }[]} files
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} imports as dependency-cruiser lists them
 * @returns {string[]} one note for each
 */
export function noteShortFiles(files, imports) {
  const importers = new Map();
  for (const { source, dependencies } of imports) {
    for (const { resolved } of dependencies) importers.set(resolved, [...new Set([...(importers.get(resolved) ?? []), source])]);
  }
  const isShort = ({ path, lines }) =>
    lines < SHORT_LINES && /^(cli|components|lib|server|viewer)\/.*\.ts$/.test(path) && !/\.(d|test|worker)\.ts$/.test(path);
  return files.filter(isShort).flatMap(({ path, lines }) => {
    const [importer, ...others] = importers.get(path) ?? [];
    return importer && others.length === 0 ? [`${path}: ${lines} lines, and only ${importer} imports it: could they be one file?`] : [];
  });
}
