import { readCredentials, readOrigin } from "../account/credentials";
import { Session } from "../account/session";
import { ClientFailure } from "../failure";
import { Report } from "../report/report";

export interface ServerOptions {
  server?: string;
  email?: string;
  passwordStdin?: boolean;
  code?: string;
  json?: boolean;
  quiet?: boolean;
  patience: number;
}

export interface Command {
  report: Report;
  session: Session;
  patienceMs: number;
  signal: AbortSignal;
}

/** Signs in with the options and environment variables. @throws ClientFailure */
export async function connect(options: ServerOptions, signal: AbortSignal): Promise<Command> {
  const report = new Report(options);
  const origin = await readOrigin(options.server);
  const credentials = await readCredentials({ origin, ...options });
  if (!credentials) {
    const ways = "Sign in with `sea-vision login`, or set SEA_VISION_TOKEN, or SEA_VISION_EMAIL and SEA_VISION_PASSWORD.";
    throw new ClientFailure("signedOut", `Not signed in at ${origin}. ${ways}`);
  }
  warnOfPlainHttp(origin, report);
  const patienceMs = options.patience * 60_000;
  return { report, session: new Session(origin, credentials, { patienceMs, signal }), patienceMs, signal };
}

export function warnOfPlainHttp(origin: string, report: Report): void {
  const { protocol, hostname } = new URL(origin);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  if (protocol === "http:" && !isHere)
    report.log(`${origin} is not encrypted: others on the network can read your password and your data.`);
}
