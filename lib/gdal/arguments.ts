/** Arguments of a program of GDAL, as its library wants them. */
export interface GdalArguments {
  /** Files, and names of layers after them. */
  positional: string[];
  options: string[];
  /** Values of `-oo`. */
  openOptions: string[];
  /** Values of `--config`. */
  settings: Record<string, string>;
}

const NO_VALUE = new Set(
  [
    ...[
      "-append",
      "-explodecollections",
      "-forceNullable",
      "-makevalid",
      "-overwrite",
      "-skipfailures",
      "-unsetFid",
      "-update",
      "-wrapdateline",
    ],
    ...["-al", "-json", "-nocount", "-noextent", "-nogeomtype", "-nomd", "-ro", "-so"],
    ...["-checksum", "-hist", "-listmdd", "-mm", "-nofl", "-nogcp", "-norat", "-noct", "-nonodata", "-proj4", "-stats"],
    ...["-addalpha", "-dstalpha", "-multi", "-nosrcalpha", "-srcalpha", "-tap", "-q", "-quiet", "-progress"],
  ].map((name) => name.toLowerCase()),
);

const SEVERAL_VALUES = new Map(
  Object.entries({ "--config": 2, "-a_ullr": 4, "-outsize": 2, "-projwin": 4, "-spat": 4, "-srcwin": 4, "-te": 4, "-tr": 2, "-ts": 2 }),
);

function countValues(option: string): number {
  const name = option.toLowerCase();
  return NO_VALUE.has(name) ? 0 : (SEVERAL_VALUES.get(name) ?? 1);
}

/** Separates the arguments of a program. Options that no list here names have one value. */
export function splitArguments(args: readonly string[]): GdalArguments {
  const split: GdalArguments = { positional: [], options: [], openOptions: [], settings: {} };
  for (let index = 0; index < args.length; index++) {
    const name = args[index] ?? "";
    if (!name.startsWith("-")) {
      split.positional.push(name);
      continue;
    }
    const values = args.slice(index + 1, index + 1 + countValues(name));
    index += values.length;
    const [first = "", second = ""] = values;
    if (name === "--config") split.settings[first] = second;
    else if (name === "-oo") split.openOptions.push(first);
    else split.options.push(name, ...values);
  }
  return split;
}
