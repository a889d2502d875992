"use client";

import { Mail } from "lucide-react";
import { useState } from "react";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { UNREACHABLE } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { sendJson, serverMessage } from "@/components/shared/request-json";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Button } from "@/components/ui/button";
import { type UserSummary, userAnswerSchema } from "@/lib/accounts/users/schema";

interface InviteOfferProps {
  projectId: string;
  email: string;
  sendsMail: boolean;
  /** @param user to copy the link for; null when a mail has it */
  onInvited: (user: UserSummary | null) => Promise<void>;
}

/** Invites a person without an account to open the map. */
export function InviteOffer({ projectId, email, sendsMail, onInvited }: InviteOfferProps) {
  const { showBanner } = useBanner();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function invite() {
    setBusy(true);
    setFailure(null);
    try {
      // The person chooses the name with the invitation.
      const [fullName] = email.split("@");
      const answer = await sendJson("POST", "/api/user/create", { fullName, email, invite: true, assignedProjects: [projectId] });
      await onInvited(sendsMail ? null : parseAnswer(userAnswerSchema, answer).user);
      showBanner({ tone: "success", message: `${email} is invited and can open the map after accepting` });
    } catch (error) {
      setFailure(failureOf(error, serverMessage(error, "The invitation was not sent. Try again.", UNREACHABLE)));
    }
    setBusy(false);
  }

  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-surface text-ink-muted">
          <Mail className="size-4" />
        </span>
        <p className="wrap-anywhere min-w-0 flex-1 basis-40">
          No account has this address.
          <span className="block text-ink-muted text-sm">
            {sendsMail ? "The invitation is a mail with a link." : "No mail server is set up: you copy a link for them."} The new user can
            open this map only.
          </span>
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={isBusy}
          onClick={() => void invite()}
          className="h-auto min-h-8 max-w-full whitespace-normal py-1"
        >
          <span className="wrap-anywhere">Invite {email}</span>
        </Button>
      </div>
      {failure ? <FormFailure failure={failure} /> : null}
    </li>
  );
}
