import { afterAll, beforeAll } from "vitest";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type CliServer, startCliServer } from "./cli-server";
import { type MeteredLine, openMeteredLine } from "./metered-line";
import { type Machine, newMachine } from "./run-client";

/** What every test of the client begins with; there from `beforeAll` on. */
class CommandLine {
  server!: CliServer;
  /** Between the client and the server. */
  line!: MeteredLine;
  machine!: Machine;
  admin!: SignedIn;

  /** Settings of the admin, by the line. */
  environment(): Record<string, string> {
    return { SEA_VISION_SERVER: this.line.origin, SEA_VISION_TOKEN: this.admin.token };
  }

  async start(): Promise<void> {
    [this.server, this.machine, this.admin] = await Promise.all([startCliServer(), newMachine(), signedIn("admin")]);
    this.line = await openMeteredLine(this.server.origin);
  }

  async end(): Promise<void> {
    this.line.close();
    await this.server.close();
    await this.machine.remove();
  }
}

/** Gives a test file a server, a line to it and a machine with the client, until its last test has ended. */
export function commandLine(): CommandLine {
  const cli = new CommandLine();
  beforeAll(() => cli.start());
  afterAll(() => cli.end());
  return cli;
}
