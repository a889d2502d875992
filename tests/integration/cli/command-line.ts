import { afterAll, beforeAll } from "vitest";
import { type SignedIn, signedIn } from "../../setup/signed-in";
import { type CliServer, startCliServer } from "./cli-server";
import { type MeteredLine, openMeteredLine } from "./metered-line";
import { type Machine, newMachine } from "./run-client";

class CommandLine {
  server!: CliServer;
  line!: MeteredLine;
  machine!: Machine;
  admin!: SignedIn;

  /** Environment that signs the client in as the admin, through the line. */
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

/** Provides a server, a metered line and a machine with the client for one test file. */
export function commandLine(): CommandLine {
  const cli = new CommandLine();
  beforeAll(() => cli.start());
  afterAll(() => cli.end());
  return cli;
}
