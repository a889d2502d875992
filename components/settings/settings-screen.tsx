"use client";

import Link from "next/link";
import { type ReactNode, useId, useState } from "react";
import { ApiTokenSection } from "@/components/api/tokens/token-section";
import { lazyPart } from "@/components/shared/lazy-part";
import { useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import type { DateSettings } from "@/components/shared/time/date-settings";
import { PasskeySection } from "@/components/sign-in/factors/passkeys/passkey-section";
import { SecondFactorSection } from "@/components/sign-in/factors/second-factor-section";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import type { ApiTokenSummary } from "@/lib/accounts/api-tokens/schema";
import { NO_MAIL_SERVER } from "@/lib/accounts/invitations/values";
import type { PasskeySummary } from "@/lib/accounts/passkeys/schema";
import type { Factors } from "@/lib/accounts/second-factors/schema";
import type { Role, SessionList as Sessions } from "@/lib/accounts/sessions/schema";
import { NEW_PASSWORD_MIN } from "@/lib/accounts/values";
import type { Branding } from "@/lib/branding/schema";
import { DatesSection } from "./dates-section";
import type { PasswordAnswer } from "./password-fields";
import { ProfileForm } from "./profile-form";
import { roleSettings } from "./role-settings";
import { SessionList, useSessions } from "./session-list";
import { SingleSignOnSection, type SingleSignOnState } from "./single-sign-on-section";

interface SettingsSectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-3 border-t pt-6 @wide:grid-cols-[17rem_minmax(0,1fr)]">
      <header className="grid content-start gap-1">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="max-w-prose text-ink-muted">{description}</p>
      </header>
      <Card className="self-start overflow-hidden">{children}</Card>
    </section>
  );
}

interface SettingsScreenProps {
  role: Role;
  account: { name: string; email: string };
  /** False for those who may only sign in at the provider of single sign-on. They have no use for passkeys either. */
  usesPassword: boolean;
  factors: Factors;
  sessions: Sessions;
  passkeys: PasskeySummary[];
  apiTokens: ApiTokenSummary[];
  /** Null for accounts that are linked by their address, and without a provider. */
  singleSignOn: SingleSignOnState | null;
  dates: DateSettings;
  mailsAssignments: boolean;
  /** Whether a mail server is set up. */
  sendsMail: boolean;
  /** Days for which admins see who opened which map; 0: they don't. */
  viewHistoryDays: number;
  /** Null for those who may not change it. */
  branding: Branding | null;
  /** When the server rendered the screen, in milliseconds since 1970. */
  madeAt: number;
}

export function SettingsScreen({
  role,
  account,
  usesPassword,
  factors,
  sessions: initial,
  passkeys,
  apiTokens,
  singleSignOn,
  dates,
  mailsAssignments,
  sendsMail,
  viewHistoryDays,
  branding,
  madeAt,
}: SettingsScreenProps) {
  const sessions = useSessions(initial, roleSettings[role].missing);
  const [endedByPassword, setEndedByPassword] = useState<number | null>(null);

  function passwordChanged(ended: number) {
    setEndedByPassword(ended);
    void sessions.reload();
  }

  return (
    <div className="@container grid max-w-6xl gap-6">
      <PageHeader
        title="Settings"
        description={usesPassword ? "Manage your profile, password and sessions." : "Manage your profile and sessions."}
      />
      <SettingsSection title="Profile" description="The name that others see, and the email address you sign in with.">
        <ProfileForm role={role} account={account} />
      </SettingsSection>
      <SettingsSection title="Dates and times" description="How screens write dates. Mails and downloaded tables keep their own format.">
        <DatesSection dates={dates} madeAt={madeAt} />
      </SettingsSection>
      {usesPassword ? (
        <>
          <SettingsSection title="Password" description="Changing your password ends all your other sessions.">
            <PasswordSection role={role} email={account.email} onChanged={passwordChanged} />
          </SettingsSection>
          <SettingsSection
            title="Passkeys"
            description="Sign in with your fingerprint, face, PIN or security key. From then on, your password alone no longer signs in."
          >
            <PasskeySection passkeys={passkeys} madeAt={madeAt} />
          </SettingsSection>
          <SettingsSection
            title="Two-step verification"
            description="Ask for a code of your phone after your password, so that the password alone opens nothing."
          >
            <SecondFactorSection factors={factors} />
          </SettingsSection>
        </>
      ) : null}
      {singleSignOn ? (
        <SettingsSection title="Single sign-on" description="Sign in at the provider of your organisation, in place of your password.">
          <SingleSignOnSection {...singleSignOn} />
        </SettingsSection>
      ) : null}
      <SettingsSection
        title="Sessions"
        description="Devices where you are signed in. If you don't recognise a session, end it and change your password."
      >
        <SessionList sessions={sessions} madeAt={madeAt} endedByPassword={endedByPassword} />
      </SettingsSection>
      {role === "user" ? (
        <SettingsSection
          title="Notifications"
          description={sendsMail ? "New devices and changes of your password are always mailed to you." : NO_MAIL_SERVER}
        >
          <MailSection mailsAssignments={mailsAssignments} />
        </SettingsSection>
      ) : null}
      <SettingsSection
        title="API tokens"
        description="Let scripts and pipelines work for you, within a scope that you choose. Revoke tokens that you no longer need."
      >
        <ApiTokenSection role={role} tokens={apiTokens} madeAt={madeAt} />
      </SettingsSection>
      {branding ? (
        <SettingsSection
          title="Branding"
          description="Name, logo, colour and texts of the whole product: on every screen, on shared pages and in mails."
        >
          {/* The key shows what the server has after a change. */}
          <BrandingForm key={JSON.stringify(branding)} branding={branding} />
        </SettingsSection>
      ) : null}
      <SettingsSection title="Privacy" description="What is recorded when you open a map.">
        <p className="p-5">{privacyText(viewHistoryDays)}</p>
      </SettingsSection>
      <SettingsSection title="API" description="Automate your work with scripts and programs.">
        <p className="p-5">
          <Link href="/api-docs" className="font-medium text-accent-ink underline underline-offset-2">
            Open the API reference
          </Link>
        </p>
      </SettingsSection>
    </div>
  );
}

function privacyText(days: number): string {
  const counted = "The number of times that you open each map is counted by day.";
  if (days === 0) return `${counted} Superadmins can see it.`;
  return `${counted} For ${days === 1 ? "a day" : `${days} days`}, admins can see which maps you opened, when, how often, and in which version.`;
}

/** Turns mails that an account can do without on and off. */
function MailSection({ mailsAssignments }: { mailsAssignments: boolean }) {
  const id = useId();
  const { showBanner } = useBanner();
  const [isOn, setIsOn] = useState(mailsAssignments);

  async function change(next: boolean) {
    setIsOn(next);
    try {
      await sendJson("PUT", "/api/user/preferences", { mailsAssignments: next });
    } catch (error) {
      setIsOn(!next);
      showBanner({ tone: "error", message: serverMessage(error, "The setting was not saved.") });
    }
  }

  return (
    <CardContent>
      <label htmlFor={id} className="flex cursor-pointer items-center gap-3 py-1">
        <Checkbox id={id} checked={isOn} onChange={({ target }) => void change(target.checked)} />
        Email me when a map is assigned to me
      </label>
    </CardContent>
  );
}

const BrandingForm = lazyPart(
  () => import("./branding/branding-form").then(({ BrandingForm }) => BrandingForm),
  () => <Skeleton className="m-5 h-180" />,
);

const PasswordDialog = lazyPart(() => import("./password-dialog").then(({ PasswordDialog }) => PasswordDialog));

interface PasswordSectionProps {
  role: Role;
  email: string;
  onChanged: (endedSessions: number) => void;
}

function PasswordSection({ role, email, onChanged }: PasswordSectionProps) {
  const { showBanner } = useBanner();
  const [isOpen, setIsOpen] = useState(false);

  function finish({ message, endedSessions }: PasswordAnswer) {
    setIsOpen(false);
    showBanner({ tone: "success", message });
    onChanged(endedSessions);
  }

  return (
    <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-48 flex-1">{`Use at least ${NEW_PASSWORD_MIN} characters. Don't reuse a password from another site.`}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      {isOpen ? <PasswordDialog role={role} email={email} onChanged={finish} onClose={() => setIsOpen(false)} /> : null}
    </CardContent>
  );
}
