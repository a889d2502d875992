"use client";

import { useState } from "react";
import { AccessRow, guestEntryOf } from "@/components/access/access-row";
import { GuestOffer } from "@/components/access/guest-offer";
import { useAccess } from "@/components/access/use-access";
import { FailurePanel } from "@/components/shared/failure-panel";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { GROUPS_PATH } from "@/lib/accounts/groups/values";
import { groupGuestsSchema, guestAddressSchema } from "@/lib/projects/guests/schema";

const ignore = () => undefined;

/** The addresses and domains that may open the maps of a group without an account. */
export function GroupGuests({ groupId }: { groupId: string }) {
  const access = useAccess(`${GROUPS_PATH}/${groupId}/guests`, groupGuestsSchema, ignore, ignore);
  const [typed, setTyped] = useState("");
  const { access: shown, error, failed } = access;
  const problem = failed?.error ?? error;
  const entries = shown?.guests.map(guestEntryOf) ?? [];
  const address = guestAddressSchema.safeParse(typed).data;
  const offered = shown && !entries.some(({ _id }) => _id === address) ? address : undefined;
  return (
    <Card aria-labelledby="group-guests" className="grid gap-3 p-5">
      <div>
        <h2 id="group-guests" className="font-semibold text-lg">
          Guests
        </h2>
        <p className="text-ink-muted">Guests open each map of the group without an account. The guest link of a map is in its Access.</p>
      </div>
      {problem ? (
        <FailurePanel
          error={problem}
          message={serverMessage(problem, failed ? "The change was not saved." : "Failed to load guests", UNREACHABLE)}
          onRetry={() => void (failed ? access.apply(failed.change) : access.reload())}
          isLine
        />
      ) : null}
      <Field label="Address or domain" className="w-full sm:max-w-96">
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder="ada@example.org or example.org"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <ul aria-label="Guests" className="max-h-96 divide-y overflow-y-auto rounded-lg border empty:hidden">
        {offered ? (
          <GuestOffer address={offered} canAdmit={shown?.canAdmitGuests ?? false} access={access} onAdmitted={() => setTyped("")} />
        ) : null}
        {entries.map((entry) => (
          <AccessRow key={entry._id} entry={entry} access={access} />
        ))}
      </ul>
    </Card>
  );
}
