"use client";

import { UserPlus } from "lucide-react";
import { type ClipboardEvent, useEffect, useId, useRef, useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { FailurePanel } from "@/components/shared/failure-panel";
import { lazyPart } from "@/components/shared/lazy-part";
import { SearchField } from "@/components/shared/list/search-field";
import { useDraft } from "@/components/shared/list/use-list-query";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { Button, IconButton } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { emailSchema } from "@/lib/accounts/schema";
import type { UserSummary } from "@/lib/accounts/users/schema";
import { type AccessCandidates, accessCandidatesSchema, accessPath, type ProjectAccess } from "@/lib/projects/access/schema";
import { guestAddressSchema } from "@/lib/projects/guests/schema";
import { AccessRow, type Entry, giving, guestEntryOf, type Named, NamedRow } from "./access-row";
import { GuestOffer } from "./guest-offer";
import { InviteOffer } from "./invite-offer";
import { hasAddresses, PastedGroup } from "./pasted-group";
import type { Access } from "./use-access";

const LinkDialog = lazyPart(() => import("@/components/people/link-dialog").then(({ LinkDialog }) => LinkDialog));

const listStyles = "divide-y rounded-lg border";
const FIRST_SHOWN = 6;
const SHOWN_MORE = 100;

const entriesOf = ({ people, groups, guests }: ProjectAccess): Entry[] => [
  ...groups.map((group) => ({ kind: "groups" as const, ...group })),
  ...people.map((person) => ({ kind: "people" as const, ...person })),
  ...guests.map(guestEntryOf),
];

interface PeopleSectionProps {
  projectId: string;
  /** Undefined while it loads, or after that failed. */
  shown: ProjectAccess | undefined;
  access: Access;
}

/** Who has access, or while text is in the search field, who matches it. */
export function PeopleSection({ projectId, shown, access }: PeopleSectionProps) {
  const [search, setSearch] = useState("");
  const [invited, setInvited] = useState<UserSummary | null>(null);
  const [typed, setTyped, forgetTyped] = useDraft(search, setSearch);
  const [pasted, setPasted] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const entries = shown ? entriesOf(shown) : [];

  // A removed row has taken the focus with it.
  useEffect(() => {
    const isLost = !document.activeElement || document.activeElement.matches("body, [role=dialog]");
    if (shown && isLost) section.current?.querySelector("input")?.focus();
  }, [shown]);

  /** Empties the field for the next name, unless that is being typed already. */
  function finish(added: string) {
    const field = section.current?.querySelector("input");
    if (field?.value.trim() !== added) return;
    forgetTyped();
    setSearch("");
    field.focus();
  }

  /** The search field has one line, so it can't hold a list. */
  function pasteAddresses(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text");
    if (!shown || !hasAddresses(text)) return;
    event.preventDefault();
    setPasted(text);
  }

  return (
    <section ref={section} aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="font-semibold">
        People and groups
      </h3>
      {shown && pasted ? (
        <PastedGroup
          {...{ projectId }}
          text={pasted}
          sendsMail={shown.sendsMail}
          onCreated={async () => {
            await access.reload();
            setPasted(null);
          }}
          onCancel={() => setPasted(null)}
        />
      ) : (
        <SearchField value={typed} onChange={setTyped} onPaste={pasteAddresses} placeholder="Add people or groups..." />
      )}
      {shown && typed.trim() ? (
        <Matches
          {...{ projectId, entries, access }}
          search={search.trim()}
          sendsMail={shown.sendsMail}
          canAdmitGuests={shown.canAdmitGuests}
          onAdded={() => finish(search.trim())}
          onInvited={setInvited}
        />
      ) : (
        <Entries {...{ shown, entries, access }} />
      )}
      <p className="text-ink-muted text-sm">
        People, groups and guests with access can open the map. Admins can open and change every map. Paste many addresses to make a group
        of them.
      </p>
      {invited ? (
        <LinkDialog kind="invitation" path="/api/user" id={invited._id} name={invited.email} onClose={() => setInvited(null)} />
      ) : null}
    </section>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  access: Access;
}

function Entries({ shown, entries, access }: EntriesProps & { shown: ProjectAccess | undefined }) {
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const more = entries.length - limit;
  if (!shown) return access.error ? null : <Skeleton className="h-44" />;
  if (entries.length === 0) {
    const isOpen = shown.isOpenToAllUsers;
    return (
      <p className="rounded-lg border border-dashed px-3 py-4 text-ink-muted">
        {isOpen ? "No one has access of their own. Any signed-in user can open the map." : "Only admins can open the map yet."}
      </p>
    );
  }
  return (
    <>
      <ul aria-label="People and groups with access" className={listStyles}>
        {entries.slice(0, limit).map((entry) => (
          <AccessRow key={entry._id} entry={entry} access={access} />
        ))}
      </ul>
      {more > 0 ? (
        <Button variant="ghost" size="small" className="justify-self-start" onClick={() => setLimit(limit + SHOWN_MORE)}>
          Show {Math.min(more, SHOWN_MORE).toLocaleString("en-US")} more of {entries.length.toLocaleString("en-US")}
        </Button>
      ) : null}
    </>
  );
}

interface Offers {
  /** Address that can be invited. */
  invited?: string | undefined;
  /** Address or domain that can be admitted. */
  admitted?: string | undefined;
}

const noOffers: Offers = {};

/** Returns what can be done with a text that names no user. @param found users, groups and guests that match it */
function offersOf(search: string, { people }: AccessCandidates, found: readonly Pick<Named, "_id">[]): Offers {
  const email = emailSchema.safeParse(search).data;
  const guest = guestAddressSchema.safeParse(search).data;
  const invited = people.some((person) => person.email === email) ? undefined : email;
  // A name with a dot may look like a domain.
  const isMeant = email === undefined ? search.startsWith("@") || found.length === 0 : invited !== undefined;
  return { invited, admitted: isMeant && !found.some(({ _id }) => _id === guest) ? guest : undefined };
}

interface MatchesProps extends EntriesProps {
  projectId: string;
  search: string;
  sendsMail: boolean;
  canAdmitGuests: boolean;
  onAdded: () => void;
  /** Called when a person has to get the link of an invitation. */
  onInvited: (user: UserSummary) => void;
}

function Matches({ projectId, entries, access, search, sendsMail, canAdmitGuests, onAdded, onInvited }: MatchesProps) {
  const path = search ? `${accessPath(projectId)}/candidates?${new URLSearchParams({ search })}` : null;
  const { data, error, isValidating, mutate } = useJson(path, accessCandidatesSchema, { keepPreviousData: true, dedupingInterval: 0 });
  if (error) {
    const message = serverMessage(error, "Failed to search people and groups", UNREACHABLE);
    return <FailurePanel error={error} message={message} isBusy={isValidating} onRetry={() => void mutate()} isLine />;
  }
  if (!data) return <p role="status">Searching...</p>;
  const groups = data.groups.map((group) => ({ kind: "groups" as const, isAdmin: false, ...group }));
  const people = data.people.map((person) => ({ kind: "people" as const, ...person }));
  const guests = entries.filter(({ kind, _id }) => kind === "guests" && _id.includes(search.toLowerCase()));
  const found: (Named & { isAdmin?: boolean })[] = [...groups, ...people, ...guests];
  const { invited, admitted } = isValidating ? noOffers : offersOf(search, data, found);
  const hasRows = found.length > 0 || invited !== undefined || admitted !== undefined;
  return (
    <>
      <p role="status" className="text-ink-muted text-sm">
        {found.length > 0 ? countOf(found.length, ["match", "matches"]) : "No user or group matches."}
        {hasRows ? null : " To invite a new person, enter the whole email address."}
      </p>
      {hasRows ? (
        <ul aria-label="Matches" className={listStyles}>
          {found.map(({ isAdmin, ...named }) => {
            const entry = entries.find(({ _id }) => _id === named._id);
            if (entry) return <AccessRow key={entry._id} entry={entry} access={access} />;
            const add = async () => ((await access.apply(giving(named, null))) ? onAdded() : undefined);
            return (
              <NamedRow key={named._id} named={named}>
                {isAdmin ? (
                  <span className="text-ink-muted text-sm">Opens every map</span>
                ) : (
                  <IconButton
                    icon={UserPlus}
                    label="Add"
                    variant="secondary"
                    size="small"
                    busy={access.isSaving(named._id)}
                    aria-label={`Add ${named.name}`}
                    onClick={() => void add()}
                  />
                )}
              </NamedRow>
            );
          })}
          {invited ? (
            <InviteOffer
              key={invited}
              {...{ projectId, email: invited, sendsMail }}
              onInvited={async (user) => {
                await access.reload();
                onAdded();
                if (user) onInvited(user);
              }}
            />
          ) : null}
          {admitted ? <GuestOffer address={admitted} canAdmit={canAdmitGuests} access={access} onAdmitted={onAdded} /> : null}
        </ul>
      ) : null}
    </>
  );
}
