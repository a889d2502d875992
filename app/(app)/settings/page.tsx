import type { Metadata } from "next";
import { SettingsScreen } from "@/components/settings/settings-screen";
import { listApiTokens } from "@/lib/accounts/api-tokens/data";
import { readPreferences } from "@/lib/accounts/data";
import { listPasskeys } from "@/lib/accounts/passkeys/data";
import { readProofMethods } from "@/lib/accounts/proofs/data";
import { readFactors } from "@/lib/accounts/second-factors/data";
import { listSessions } from "@/lib/accounts/sessions/data";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { acceptsPassword } from "@/lib/accounts/sessions/policy";
import { branding } from "@/lib/branding/data";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ searchParams }: PageProps<"/settings">) {
  const viewer = await pageViewer();
  const { role, name, email } = viewer;
  const { oidc, smtpUrl, viewHistoryDays } = env();
  const [sessions, passkeys, apiTokens, { mailsAssignments, dateFormat, timeZone }, factors, proofs, { error }] = await Promise.all([
    listSessions(viewer),
    listPasskeys(viewer),
    listApiTokens(viewer),
    readPreferences(viewer.accountId),
    readFactors(viewer.accountId),
    readProofMethods(viewer),
    searchParams,
  ]);
  return (
    <SettingsScreen
      role={role}
      account={{ name, email }}
      usesPassword={acceptsPassword(role)}
      factors={factors}
      sessions={sessions}
      passkeys={passkeys}
      apiTokens={apiTokens}
      singleSignOn={
        oidc && role === "superadmin"
          ? { label: oidc.label, isLinked: proofs.includes("single-sign-on"), error: typeof error === "string" ? error : null }
          : null
      }
      dates={{ dateFormat, timeZone }}
      mailsAssignments={mailsAssignments}
      sendsMail={smtpUrl !== null}
      viewHistoryDays={viewHistoryDays}
      branding={role === "superadmin" ? branding() : null}
      madeAt={Date.now()}
    />
  );
}
