import type { Metadata } from "next";
import { InvitationViews } from "@/components/sign-in/invitation-views";
import { SingleSignOn } from "@/components/sign-in/single-sign-on";
import { findInvitation } from "@/lib/accounts/invitations/data";
import { INVITATION_EXPIRED, INVITATION_INVALID } from "@/lib/accounts/invitations/schema";
import { acceptsPassword } from "@/lib/accounts/sessions/policy";
import { branding } from "@/lib/branding/data";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Invitation" };

/** Accepts an invitation with the link of a mail, also while a user is signed in. Opening the link doesn't use it up. */
export default async function InvitationPage({ searchParams }: PageProps<"/invitation">) {
  const { token } = await searchParams;
  const invitation = await findInvitation(token);
  const { oidc } = env();
  const link = invitation && !invitation.isExpired && typeof token === "string" ? { token, ...invitation } : null;
  const hidesPassword = link !== null && !acceptsPassword(link.role);
  return (
    <InvitationViews
      link={link && { token: link.token, name: link.name, email: link.email }}
      problem={invitation ? INVITATION_EXPIRED : INVITATION_INVALID}
      inviter={invitation?.inviterName ?? null}
      product={branding().name}
      singleSignOn={oidc && link ? <SingleSignOn next="/dashboard" label={oidc.label} error={null} isAlone={hidesPassword} /> : null}
      hidesPassword={hidesPassword}
    />
  );
}
