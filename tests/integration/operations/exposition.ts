export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/g;
const TYPES = ["counter", "gauge", "histogram", "summary"];

function namesOf(name: string, type: string): string[] {
  if (type === "histogram") return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return type === "summary" ? [name, `${name}_sum`, `${name}_count`] : [name];
}

function readSample(line: string): Sample {
  const [, name = "", labels = "", text = ""] = SAMPLE.exec(line) ?? [];
  if (name === "") throw new Error(`Not a sample: ${line}`);
  const value = text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text);
  if (Number.isNaN(value) && text !== "NaN") throw new Error(`Not a number: ${line}`);
  return { name, labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = "", of = ""]) => [key, of])), value };
}

class Parser {
  readonly samples: Sample[] = [];
  private readonly seen = new Set<string>();
  private readonly metrics = new Set<string>();
  private help = "";
  private allowed: string[] = [];

  addHelp(line: string, name: string): void {
    if (!NAME.test(name) || this.metrics.has(name)) throw new Error(`Duplicate or invalid metric name: ${line}`);
    this.metrics.add(name);
    this.help = name;
    this.allowed = [];
  }

  addType(line: string, name: string, type: string): void {
    if (name !== this.help || !TYPES.includes(type)) throw new Error(`Invalid type for the metric above: ${line}`);
    // Some gauges of the library end with _total.
    const isOurs = name.startsWith("sea_vision_");
    if (isOurs && (type === "counter") !== name.endsWith("_total")) throw new Error(`Exactly the counters must end with _total: ${line}`);
    this.allowed = namesOf(name, type);
  }

  addSample(line: string): void {
    const sample = readSample(line);
    if (!this.allowed.includes(sample.name)) throw new Error(`Sample of another metric: ${line}`);
    const key = line.slice(0, line.lastIndexOf(" "));
    if (this.seen.has(key)) throw new Error(`Duplicate sample: ${line}`);
    this.seen.add(key);
    this.samples.push(sample);
  }
}

/**
 * Parses the Prometheus text format as strictly as promtool. HELP and TYPE precede the samples, each metric appears once,
 * no sample is repeated, and exactly our own counters end with `_total`.
 * @throws Error with the invalid line
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line has no line break.");
  const parser = new Parser();
  for (const line of text.split("\n").filter(Boolean)) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") parser.addHelp(line, name);
    else if (kind === "TYPE") parser.addType(line, name, rest);
    else parser.addSample(line);
  }
  return parser.samples;
}
