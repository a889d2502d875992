import { HttpResponse, http } from "msw";
import { page } from "vitest/browser";
import { SettingsScreen } from "@/components/settings/settings-screen";
import type { SingleSignOnState } from "@/components/settings/single-sign-on-section";
import { type DateSettings, DEFAULT_DATES } from "@/components/shared/time/date-settings";
import type { ApiTokenSummary } from "@/lib/accounts/api-tokens/schema";
import type { PasskeySummary } from "@/lib/accounts/passkeys/schema";
import type { Factors } from "@/lib/accounts/second-factors/schema";
import type { Role, SessionSummary } from "@/lib/accounts/sessions/schema";
import type { Branding } from "@/lib/branding/schema";
import { answer } from "../setup/api";
import { inDays } from "../setup/project-row";
import { renderScreen } from "../setup/render";

export const ADDRESS = "ada@harbour.example";

export function sessionRow(given: Partial<SessionSummary> = {}): SessionSummary {
  const seen = { createdAt: inDays(-1), lastSeenAt: inDays(0) };
  return { _id: crypto.randomUUID(), device: "Chrome on Linux", kind: "desktop", address: "127.0.0.1", current: false, ...seen, ...given };
}

export function tokenRow(given: Partial<ApiTokenSummary> = {}): ApiTokenSummary {
  const times = { createdAt: inDays(-1), expiresAt: inDays(30), lastUsedAt: null };
  return { _id: crypto.randomUUID(), name: "Nightly build", scope: "read", projects: [], ...times, ...given };
}

export function passkeyRow(given: Partial<PasskeySummary> = {}): PasskeySummary {
  return { _id: crypto.randomUUID(), name: "Laptop", createdAt: inDays(-1), lastUsedAt: null, ...given };
}

interface Account {
  sessions: SessionSummary[];
  passkeys: PasskeySummary[];
  tokens: ApiTokenSummary[];
}

interface SettingsGiven extends Partial<Account> {
  role?: Role;
  name?: string;
  factors?: Factors;
  singleSignOn?: SingleSignOnState;
  branding?: Branding;
  dates?: DateSettings;
}

/** Renders Settings. @returns the rows of the account, which the test changes as the server would */
export async function renderSettings(given: SettingsGiven = {}): Promise<Account> {
  const { role = "user", name = `Ada ${role}`, sessions = [sessionRow({ current: true })], passkeys = [], tokens = [] } = given;
  const rows: Account = { sessions, passkeys, tokens };
  answer(
    http.get("/api/auth/sessions", () => HttpResponse.json({ sessions: rows.sessions, total: rows.sessions.length })),
    http.get("/api/auth/passkeys", () => HttpResponse.json({ passkeys: rows.passkeys })),
    http.get("/api/auth/tokens", () => HttpResponse.json({ tokens: rows.tokens })),
  );
  const factors = given.factors ?? { hasAuthenticator: false, authenticatorSince: null, passkeys: passkeys.length, recoveryCodes: 0 };
  const screen = (
    <SettingsScreen
      role={role}
      account={{ name, email: ADDRESS }}
      usesPassword
      factors={factors}
      sessions={{ sessions, total: sessions.length }}
      passkeys={passkeys}
      apiTokens={tokens}
      singleSignOn={given.singleSignOn ?? null}
      dates={given.dates ?? DEFAULT_DATES}
      mailsAssignments
      sendsMail
      viewHistoryDays={90}
      branding={given.branding ?? null}
      madeAt={Date.now()}
    />
  );
  await renderScreen(screen, "/settings");
  return rows;
}

export const dialog = (name: string) => page.getByRole("dialog", { name });
