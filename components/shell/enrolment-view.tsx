"use client";

import { BannerProvider } from "@/components/shared/notices/banner-provider";
import { AuthenticatorSetup } from "@/components/sign-in/factors/authenticator-setup";
import { PasskeySetup } from "@/components/sign-in/factors/passkeys/passkey-setup";
import { ViewHeading } from "@/components/sign-in/view-parts";
import { LogOutLink } from "./logout-button";
import { ProofHost } from "./proof/proof-host";

interface EnrolmentViewProps {
  /** Path to open afterwards. */
  next: string;
  email: string;
}

/** Asks for the second factor that the account's role needs. */
export function EnrolmentView({ next, email }: EnrolmentViewProps) {
  const open = () => window.location.assign(next);
  const button = { size: "large", className: "h-auto min-h-11 w-full whitespace-normal" } as const;
  return (
    <BannerProvider>
      <ViewHeading>Set up two-step verification</ViewHeading>
      <p className="text-ink-muted">
        Your role needs a second factor, so that your password alone opens nothing. Set one up for{" "}
        <bdi className="wrap-anywhere font-medium text-ink">{email}</bdi> to continue.
      </p>
      <div className="mt-7 grid gap-4">
        <AuthenticatorSetup {...button} onDone={open} />
        <PasskeySetup {...button} variant="secondary" onDone={open}>
          Add Passkey
        </PasskeySetup>
        <LogOutLink />
      </div>
      <ProofHost email={email} />
    </BannerProvider>
  );
}
