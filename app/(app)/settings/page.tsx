import type { Metadata } from "next";
import { SettingsScreen } from "@/components/settings/settings-screen";
import { listApiTokens } from "@/lib/accounts/api-tokens/data";
import { readPreferences } from "@/lib/accounts/data";
import { listPasskeys } from "@/lib/accounts/passkeys/data";
import { readFactors } from "@/lib/accounts/second-factors/data";
import { listSessions } from "@/lib/accounts/sessions/data";
import { pageViewer } from "@/lib/accounts/sessions/page";
import { acceptsPassword } from "@/lib/accounts/sessions/policy";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const viewer = await pageViewer();
  const { role, name, email } = viewer;
  const [sessions, passkeys, apiTokens, { mailsAssignments }, factors] = await Promise.all([
    listSessions(viewer),
    listPasskeys(viewer),
    listApiTokens(viewer),
    readPreferences(viewer.accountId),
    readFactors(viewer.accountId),
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
      mailsAssignments={mailsAssignments}
      madeAt={Date.now()}
    />
  );
}
