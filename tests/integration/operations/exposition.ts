/** One value of the text format of Prometheus. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/g;
const TYPES = ["counter", "gauge", "histogram", "summary"];

/** Names that samples of a metric have. */
function namesOf(name: string, type: string): string[] {
  if (type === "histogram") return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return type === "summary" ? [name, `${name}_sum`, `${name}_count`] : [name];
}

function readSample(line: string): Sample {
  const [, name = "", labels = "", text = ""] = SAMPLE.exec(line) ?? [];
  if (name === "") throw new Error(`No sample: ${line}`);
  const value = text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text);
  if (Number.isNaN(value) && text !== "NaN") throw new Error(`No number: ${line}`);
  return { name, labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = "", of = ""]) => [key, of])), value };
}

/** What has been read so far of a text. */
class Reader {
  readonly samples: Sample[] = [];
  private readonly seen = new Set<string>();
  private readonly metrics = new Set<string>();
  private help = "";
  private allowed: string[] = [];

  takeHelp(line: string, name: string): void {
    if (!NAME.test(name) || this.metrics.has(name)) throw new Error(`Named before, or no name: ${line}`);
    this.metrics.add(name);
    this.help = name;
    this.allowed = [];
  }

  takeType(line: string, name: string, type: string): void {
    if (name !== this.help || !TYPES.includes(type)) throw new Error(`No type of the metric above: ${line}`);
    // Of the library's own figures some gauges end so.
    const isOurs = name.startsWith("sea_vision_");
    if (isOurs && (type === "counter") !== name.endsWith("_total")) throw new Error(`Counters end with _total, and only they: ${line}`);
    this.allowed = namesOf(name, type);
  }

  takeSample(line: string): void {
    const sample = readSample(line);
    if (!this.allowed.includes(sample.name)) throw new Error(`Not of the metric above: ${line}`);
    const key = line.slice(0, line.lastIndexOf(" "));
    if (this.seen.has(key)) throw new Error(`Told twice: ${line}`);
    this.seen.add(key);
    this.samples.push(sample);
  }
}

/**
 * Reads the text format of Prometheus as strictly as promtool checks it: a HELP and a TYPE before the samples, each metric once and
 * in one piece, no sample twice, and our own counters end with `_total`, as nothing else does.
 * @throws Error naming the line that is wrong
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const reader = new Reader();
  for (const line of text.split("\n").filter(Boolean)) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") reader.takeHelp(line, name);
    else if (kind === "TYPE") reader.takeType(line, name, rest);
    else reader.takeSample(line);
  }
  return reader.samples;
}
