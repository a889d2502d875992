import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { nameEncodingAliases, nameEncodings } from "../lib/archives/directory/name-encoding";
import type { ServerOptions } from "./commands/connect";
import { list, status } from "./commands/list-and-status";
import { login, logout } from "./commands/login";
import { type PushOptions, push } from "./commands/push";
import { ClientFailure, exitCodes, failureOf } from "./failure";
import { connections } from "./net/retry";
import { Report } from "./report/report";

const INTERRUPTED = "Stopped. Run the same command again to go on where it was.";

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 0 && minutes <= 10_080)) throw new InvalidArgumentError("Give a number of minutes, up to a week (10080).");
  return minutes;
}

const gather = (value: string, before: string[]) => [...before, value];

function addServerOptions(command: Command): Command {
  return command
    .option("--server <url>", "address of the application (SEA_VISION_SERVER)")
    .option("--email <address>", "who signs in (SEA_VISION_EMAIL)")
    .option("--password-stdin", "read the password from the standard input (or SEA_VISION_PASSWORD)")
    .option("--code <code>", "code of the second factor (SEA_VISION_CODE)")
    .addOption(new Option("--patience <minutes>", "how long the server may be away").argParser(parseMinutes).default(15))
    .option("--json", "print the result as JSON")
    .option("--quiet", "print errors only");
}

function createProgram(ending: AbortController): Command {
  const program = new Command("sea-vision")
    .description("Publishes map sites from scripts.")
    .version(process.env.SEA_VISION_CLIENT_VERSION ?? "0")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addServerOptions(program.command("push"))
    .description("make a project of a folder, a ZIP or map data, or replace its map by what has changed")
    .argument("<source>", "folder, ZIP, or file with map data such as harbour.pmtiles")
    .requiredOption("--project <name>", "name of the project")
    .option("--description <text>", "description of the project")
    .option("--assign <email>", "let a user open it; may be repeated", gather, [])
    .option("--exclude <pattern>", "leave out what matches, as in .gitignore; may be repeated", gather, [])
    .option("--start-page <path>", "page that a map without index.html begins with")
    .addOption(
      new Option("--name-encoding <name>", "encoding of the names in a ZIP that declares none").choices([
        ...nameEncodings,
        ...Object.keys(nameEncodingAliases),
      ]),
    )
    .option("--projection <[file=]code>", "projection of data that doesn't say it, such as EPSG:25832; may be repeated", gather, [])
    .option("--columns <file=lon,lat>", "columns of a table that have the coordinates; may be repeated", gather, [])
    .option("--swap <file>", "swap latitude and longitude of a data file; may be repeated", gather, [])
    .option("--dry-run", "only show what would be sent")
    .option("--no-wait", "do not wait until the server is done")
    .action((source: string, options: PushOptions) => push(source, options, ending));
  addServerOptions(program.command("login"))
    .description("sign in, for later commands")
    .action((options: ServerOptions) => login(options, ending.signal));
  addServerOptions(program.command("logout"))
    .description("sign out")
    .action((options: ServerOptions) => logout(options, ending.signal));
  addServerOptions(program.command("list"))
    .description("list the projects")
    .argument("[text]", "part of the name", "")
    .action((search: string, options: ServerOptions) => list(search, options, ending.signal));
  addServerOptions(program.command("status"))
    .description("who is signed in, and how a project stands")
    .option("--project <name>", "name of the project")
    .action((options: ServerOptions & { project?: string }) => status(options.project, options, ending.signal));
  return program;
}

function endOnSignals(ending: AbortController): void {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (ending.signal.aborted) process.exit(exitCodes.interrupted);
      ending.abort(new ClientFailure("interrupted", INTERRUPTED));
    });
  }
}

async function main(parameters: string[]): Promise<number> {
  const ending = new AbortController();
  endOnSignals(ending);
  // The reader of a pipe may close it.
  process.stdout.on("error", () => undefined);
  try {
    await createProgram(ending).parseAsync(parameters, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    const { kind, message } = failureOf(ending.signal.aborted ? ending.signal.reason : error);
    const code = exitCodes[kind];
    new Report({ json: parameters.includes("--json") }).fail(message, code);
    return code;
  } finally {
    await connections.destroy().catch(() => undefined);
  }
}

process.exitCode = await main(process.argv.slice(2));
