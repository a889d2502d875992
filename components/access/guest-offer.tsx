"use client";

import { AtSign, MailCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { GUESTS_NEED_MAIL, isPublicMail } from "@/lib/projects/guests/values";
import { giving, guestOf } from "./access-row";
import type { Access } from "./use-access";

interface GuestOfferProps {
  /** In the form of guestAddressSchema. */
  address: string;
  /** Whether the server can mail codes. */
  canAdmit: boolean;
  access: Pick<Access, "apply" | "isSaving">;
  onAdmitted: () => void;
}

/** Offers to admit an address, or all addresses of a domain, without an account. */
export function GuestOffer({ address, canAdmit, access, onAdmitted }: GuestOfferProps) {
  const guest = guestOf(address);
  const isDomain = guest.name !== address;
  const Icon = isDomain ? AtSign : MailCheck;
  const admit = async () => ((await access.apply(giving(guest, null))) ? onAdmitted() : undefined);
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-surface text-ink-muted">
        <Icon className="size-4" />
      </span>
      <p className="wrap-anywhere min-w-0 flex-1 basis-40">
        {isDomain ? `Every address of ${guest.name} can be admitted.` : "Guests need no account."}
        <span className="block text-ink-muted text-sm">{canAdmit ? "They enter a code that they get by mail." : GUESTS_NEED_MAIL}</span>
        {canAdmit && isDomain && isPublicMail(address) ? (
          <span className="block text-sm text-warning-ink">Everyone can get an address of {guest.name}.</span>
        ) : null}
      </p>
      {canAdmit ? (
        <Button
          variant="secondary"
          size="small"
          busy={access.isSaving(address)}
          onClick={() => void admit()}
          className="h-auto min-h-8 max-w-full whitespace-normal py-1"
        >
          <span className="wrap-anywhere">{isDomain ? `Admit guests of ${guest.name}` : "Admit as guest"}</span>
        </Button>
      ) : null}
    </li>
  );
}
