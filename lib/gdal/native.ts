import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { env } from "../env";
import { type GdalEngine, GdalError, type GdalProgram, type GdalRun } from "./engine";

const execute = promisify(execFile);

/** What GDAL printed before it failed. Characters. */
const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_ERRORS = 8 * 1024;
/** Libraries and data of GDAL and PROJ. */
const READ_ONLY = ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives", "/etc/proj"];

const works = (command: string, args: readonly string[]) =>
  execute(command, args)
    .then(() => true)
    .catch(() => false);

/** Address space for each megabyte that a parser may use: libraries and threads reserve more than they use. */
const ADDRESS_FACTOR = 4;

/**
 * Returns the command that runs a program apart from the system: it sees its folder only and has no network (bubblewrap), has a limit of
 * memory (prlimit), and ends with its parent. What the machine lacks is left out.
 */
async function findWrapper(): Promise<(folder: string) => string[]> {
  const sandbox = ["--unshare-all", "--die-with-parent", "--new-session", ...READ_ONLY.flatMap((path) => ["--ro-bind-try", path, path])];
  const hasSandbox = await works("bwrap", [...sandbox, "/usr/bin/true"]);
  const hasDeathSignal = !hasSandbox && (await works("setpriv", ["--pdeathsig", "KILL", "true"]));
  const limit = env().parserMegabytes * ADDRESS_FACTOR * 1024 * 1024;
  const hasLimit = await works("prlimit", [`--as=${limit}`, "true"]);
  return (folder) => [
    ...(hasLimit ? ["prlimit", `--as=${limit}`] : []),
    ...(hasDeathSignal ? ["setpriv", "--pdeathsig", "KILL"] : []),
    ...(hasSandbox ? ["bwrap", ...sandbox, "--proc", "/proc", "--dev", "/dev", "--bind", folder, "/job", "--chdir", "/job"] : []),
  ];
}

/** Returns the names in a list of formats, whose lines are such as `  GTiff -raster- (rw+vs): GeoTIFF`. */
export function parseFormats(text: string): string[] {
  return [...text.matchAll(/^ {2}(.+?) -(?:raster|vector|multidimensional)/gm)].map(([, name = ""]) => name);
}

/** Returns the last percentage of a line of progress, such as `0...10...20`, or null. */
function readPercent(line: string): number | null {
  const found = /(\d{1,3})(?:\.{1,3})?(?: - done\.)?\s*$/.exec(line.slice(-40));
  return found ? Math.min(100, Number(found[1])) : null;
}

/** Returns the errors of what a program printed, without its warnings and its list of drivers. */
export function readErrors(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^(Warning| +-> )/.test(line));
  const errors = lines.map((line) => line.replace(/^(ERROR \d+|FAILURE): ?/, "").replace(/ with the following drivers\.$/, "."));
  return errors.filter(Boolean).join(" ");
}

class NativeEngine implements GdalEngine {
  readonly mostBytes = Number.POSITIVE_INFINITY;

  constructor(
    readonly name: string,
    private readonly drivers: readonly string[],
    private readonly wrap: (folder: string) => string[],
  ) {}

  get hasWebp(): boolean {
    return this.hasDriver("WEBP");
  }

  hasDriver(name: string): boolean {
    return this.drivers.includes(name);
  }

  async run(program: GdalProgram, args: readonly string[], { folder, drivers, onPercent, settings }: GdalRun): Promise<string> {
    const [command = program, ...rest] = [...this.wrap(folder), program, ...args];
    const skipped = this.drivers.filter((name) => !drivers.includes(name)).join(",");
    const child = spawn(command, rest, {
      cwd: folder,
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        LANG: "C.UTF-8",
        GDAL_SKIP: skipped,
        GDAL_CACHEMAX: "256",
        GDAL_PAM_ENABLED: "NO",
        CPL_TMPDIR: ".",
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
      const percent = onPercent && readPercent(output);
      if (percent != null) onPercent?.(percent);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-MOST_ERRORS);
    });
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    if (code === 0) return output;
    // ogrinfo prints to stdout that it can't open a file.
    throw new GdalError(readErrors(errors || output.slice(-MOST_ERRORS)) || `${program} ended with ${signal ?? code}.`);
  }
}

/** Returns the name of the GDAL that is installed on this machine, such as `GDAL 3.6.2`, or null. */
export async function findNativeVersion(): Promise<string | null> {
  try {
    const { stdout } = await execute("ogrinfo", ["--version"]);
    return stdout.split(",")[0] ?? "GDAL";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Returns the GDAL that is installed on this machine, or null. */
export async function findNativeEngine(): Promise<GdalEngine | null> {
  const name = await findNativeVersion();
  if (name === null) return null;
  const formats = await Promise.all(["ogrinfo", "gdalinfo"].map((program) => execute(program, ["--formats"])));
  const drivers = new Set(formats.flatMap(({ stdout }) => parseFormats(stdout)));
  return new NativeEngine(name, [...drivers], await findWrapper());
}
