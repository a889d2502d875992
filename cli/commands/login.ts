import { isApiToken, keepLogin, readCredentials, readLogins, readOrigin } from "../account/credentials";
import { askHidden, askLine } from "../account/prompt";
import { Session } from "../account/session";
import { ClientFailure } from "../failure";
import { Report } from "../report/report";
import { type ServerOptions, warnOfPlainHttp } from "./connect";

/** `sea-vision login`: signs in once, for later commands. @throws ClientFailure */
export async function login(options: ServerOptions, signal: AbortSignal): Promise<void> {
  const report = new Report(options);
  const origin = await readOrigin(options.server);
  warnOfPlainHttp(origin, report);
  const given = await readCredentials({ origin, ...options });
  if (given && isApiToken(given)) {
    throw new ClientFailure("usage", "An API token needs no login: every command uses SEA_VISION_TOKEN.");
  }
  const credentials = given && given.kind !== "login" ? given : await ask(options.email ?? process.env.SEA_VISION_EMAIL, signal);
  const session = new Session(origin, credentials, { patienceMs: options.patience * 60_000, signal });
  const { email, role } = await session.me();
  await session.keep(email);
  report.result([`Signed in at ${origin} as ${email}.`], { ok: true, server: origin, email, role });
}

async function ask(known: string | undefined, signal: AbortSignal) {
  if (!process.stdin.isTTY) {
    throw new ClientFailure("usage", "No terminal to ask for the password. Use --password-stdin or SEA_VISION_PASSWORD.");
  }
  const email = known || (await askLine("Email: ", { signal }));
  return { kind: "password", email, password: await askHidden("Password: ", { signal }) } as const;
}

/** `sea-vision logout`: ends the session of `login`. @throws ClientFailure */
export async function logout(options: ServerOptions, signal: AbortSignal): Promise<void> {
  const report = new Report(options);
  const origin = await readOrigin(options.server);
  const kept = (await readLogins())[origin];
  if (!kept) return report.result([`You were not signed in at ${origin}.`], { ok: true, server: origin, email: null });
  // Signs out locally even when the server is unavailable.
  await keepLogin(origin, null);
  const session = new Session(origin, { kind: "login", login: kept }, { patienceMs: 0, signal });
  const answer = await session.callOnce("/api/auth/logout", { method: "POST" }).catch(() => null);
  if (!answer?.ok) report.log("The server could not be reached. The session expires within a week.");
  report.result([`Signed out at ${origin}.`], { ok: true, server: origin, email: kept.email });
}
