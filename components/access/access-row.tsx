"use client";

import { AtSign, CalendarClock, CalendarDays, ChevronDown, MailCheck, Infinity as NoEnd, UserMinus, Users } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { countOf } from "@/components/shared/count-of";
import { midnightOf } from "@/components/shared/form/reader-day";
import { Initials } from "@/components/shared/initials";
import { lazyPart } from "@/components/shared/lazy-part";
import type { ProjectAction } from "@/components/shared/opened-menu";
import { formatDate } from "@/components/shared/time/format-date";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AccessGroup, AccessPerson } from "@/lib/projects/access/schema";
import type { GuestEntry } from "@/lib/projects/guests/schema";
import type { Access, AccessChange } from "./use-access";

const OpenedMenu = lazyPart(
  () => import("@/components/shared/opened-menu").then(({ OpenedMenu }) => OpenedMenu),
  ({ trigger }) => trigger,
);

/** A guest, whose id is the address, or the domain with `@` before it. */
type Guest = { kind: "guests" } & Pick<AccessPerson, "_id" | "name">;

export type Entry = ({ kind: "people" } & AccessPerson) | ({ kind: "groups" } & AccessGroup) | (Guest & Pick<GuestEntry, "expiresAt">);

/** The user, group or guest of a row, without its access. */
export type Named =
  | Guest
  | (Pick<AccessPerson, "_id" | "name"> &
      ({ kind: "people"; email: string; isInvited: boolean } | { kind: "groups"; memberCount: number }));

export const guestOf = (address: string): Guest => ({ kind: "guests", _id: address, name: address.replace(/^@/, "") });

export const guestEntryOf = ({ address, expiresAt }: Pick<GuestEntry, "address" | "expiresAt">): Entry => ({
  ...guestOf(address),
  expiresAt,
});

const isDomain = (address: string) => address.startsWith("@");

/** Returns the beginning of a message about a guest, with its verb. */
const guestIs = ({ _id, name }: Pick<Named, "_id" | "name">) => (isDomain(_id) ? `Guests of ${name} are` : `${name} is`);

/** Returns the last day of access in the reader's time zone. */
const lastDayOf = (expiresAt: string) => formatDate(new Date(Date.parse(expiresAt) - 1).toISOString());

/** Returns the end of a day so many days from now, in the reader's time zone. */
function endOfDayIn(days: number): string {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days + 1).toISOString();
}

const hasEnded = (expiresAt: string | null) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function endOf(expiresAt: string | null): string {
  return expiresAt === null ? "Can open" : `${hasEnded(expiresAt) ? "Ended" : "Until"} ${lastDayOf(expiresAt)}`;
}

/** Returns the change that gives a user, group or guest access, or another end of it. */
export function giving(named: Pick<Named, "kind" | "_id" | "name">, expiresAt: string | null): AccessChange {
  const { kind, _id, name } = named;
  const until = expiresAt === null ? "" : ` until ${lastDayOf(expiresAt)}`;
  if (kind === "guests")
    return { about: _id, edit: { guests: [{ address: _id, expiresAt }] }, message: `${guestIs(named)} admitted${until}` };
  return { about: _id, edit: { [kind]: [{ _id, expiresAt }] }, message: `${name} can open the map${until}` };
}

function withdrawing(entry: Entry): AccessChange {
  const { kind, _id, name, expiresAt } = entry;
  const edit = { people: { withdrawPeople: [_id] }, groups: { withdrawGroups: [_id] }, guests: { withdrawGuests: [_id] } }[kind];
  const message = kind === "guests" ? `${guestIs(entry)} no longer admitted` : `${name} no longer has access`;
  const change: AccessChange = { about: _id, edit, message };
  // Access that has ended can't be given again with the same end.
  return hasEnded(expiresAt) ? change : { ...change, undo: giving(entry, expiresAt) };
}

function iconOf({ kind, _id }: Named) {
  if (kind === "groups") return Users;
  return isDomain(_id) ? AtSign : MailCheck;
}

function factOf(named: Named): ReactNode {
  if (named.kind === "people") return <Email text={named.email} />;
  if (named.kind === "groups") return `Group, ${countOf(named.memberCount, ["member", "members"])}`;
  return isDomain(named._id) ? "Guests: every address of this domain" : "Guest";
}

export function NamedRow({ named, children, below }: { named: Named; children?: ReactNode; below?: ReactNode }) {
  const Icon = iconOf(named);
  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex items-center gap-3">
        {named.kind === "people" ? (
          <Initials name={named.name} />
        ) : (
          <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-surface text-ink-muted">
            <Icon className="size-4" />
          </span>
        )}
        <div className="flex min-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1 basis-36">
            <span className="flex flex-wrap items-center gap-x-2">
              <bdi className="wrap-anywhere">{named.kind === "guests" ? <Email text={named.name} /> : named.name}</bdi>
              {named.kind === "people" && named.isInvited ? <Badge>Invited</Badge> : null}
            </span>
            <span className="wrap-anywhere block text-ink-muted text-sm">{factOf(named)}</span>
          </span>
          {children}
        </div>
      </div>
      {below}
    </li>
  );
}

/** Breaks an address before the @ instead of inside a word. */
function Email({ text }: { text: string }) {
  const [local, domain] = text.split("@");
  if (domain === undefined) return local;
  return (
    <>
      {local}
      <wbr />@{domain}
    </>
  );
}

interface AccessRowProps {
  entry: Entry;
  access: Pick<Access, "apply" | "isSaving">;
}

/** A user, group or guest with access. */
export function AccessRow({ entry, access }: AccessRowProps) {
  const [isUsed, setIsUsed] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const { name, expiresAt } = entry;
  const isBusy = access.isSaving(entry._id);
  const give = (end: string | null) => void access.apply(giving(entry, end));
  const actions: ProjectAction[] = [
    { icon: NoEnd, label: "Without an end date", run: () => give(null) },
    { icon: CalendarDays, label: `For 7 days, until ${lastDayOf(endOfDayIn(7))}`, run: () => give(endOfDayIn(7)) },
    { icon: CalendarDays, label: `For 30 days, until ${lastDayOf(endOfDayIn(30))}`, run: () => give(endOfDayIn(30)) },
    { icon: CalendarClock, label: "Until a day…", run: () => setIsChoosing(true) },
    { icon: UserMinus, label: "Remove access", tone: "danger", run: () => void access.apply(withdrawing(entry)) },
  ];
  const trigger = (props: ComponentProps<typeof Button>) => (
    <Button
      variant="ghost"
      size="small"
      busy={isBusy}
      aria-label={`${endOf(expiresAt)}. Change access of ${name}`}
      className={cn("-ml-3", hasEnded(expiresAt) && "text-warning-ink")}
      {...props}
    >
      {endOf(expiresAt)}
      <ChevronDown aria-hidden />
    </Button>
  );
  return (
    <NamedRow
      named={entry}
      below={
        isChoosing ? (
          <DayForm
            name={name}
            onSave={(end) => {
              setIsChoosing(false);
              give(end);
            }}
            onCancel={() => setIsChoosing(false)}
          />
        ) : null
      }
    >
      {isUsed ? (
        <OpenedMenu trigger={trigger({})} actions={actions} onClose={() => setIsUsed(false)} />
      ) : (
        trigger({ "aria-haspopup": "menu", "aria-expanded": false, onClick: () => setIsUsed(true) })
      )}
    </NamedRow>
  );
}

/** Asks for the last day of access. */
function DayForm({ name, onSave, onCancel }: { name: string; onSave: (end: string) => void; onCancel: () => void }) {
  const id = useId();
  const [day, setDay] = useState("");
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const end = midnightOf(day, 1);
        if (end && end.getTime() > Date.now()) onSave(end.toISOString());
        else setError("Choose today or a later day.");
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        Last day of access of {name}
      </label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          type="date"
          autoFocus
          value={day}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setDay(event.target.value)}
          className="w-44"
        />
        <Button type="submit">Save</Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </form>
  );
}
