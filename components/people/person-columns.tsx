import { KeyRound, Link, MailPlus, MailX, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Initials } from "@/components/shared/initials";
import type { Column } from "@/components/shared/list/list-table";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import { Badge } from "@/components/ui/badge";
import type { InvitationSummary } from "@/lib/accounts/invitations/schema";

export interface Person {
  _id: string;
  email: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** Null for an account that can sign in. */
  invitation: InvitationSummary | null;
}

const invitationBadges = {
  sending: { tone: "neutral", label: "Invitation being sent" },
  pending: { tone: "accent", label: "Invited" },
  expired: { tone: "warning", label: "Invitation expired" },
  failed: { tone: "danger", label: "Invitation not sent" },
} as const;

function InvitationBadge({ status }: Pick<InvitationSummary, "status">) {
  const { tone, label } = invitationBadges[status];
  return (
    <Badge tone={tone} className="whitespace-normal">
      {label}
    </Badge>
  );
}

/** Less padding for tables with six columns. */
export const dense = "@table:@max-wide:px-2";

/** Breaks an email address before the @ instead of inside a word. */
export function EmailCell({ email }: { email: string }) {
  return (
    <bdi title={email} className="wrap-anywhere block">
      {email.split(/(?=@)/).map((side) => (
        <span key={side} className="@table:inline-block @table:max-w-full @table:truncate @table:align-bottom">
          {side}
          <wbr />
        </span>
      ))}
    </bdi>
  );
}

/** @param width class of the column's share of a table @param noteOf returns what stands below a name */
export function nameColumn<Row extends Person>(
  nameOf: (person: Row) => string,
  width: string,
  noteOf: (person: Row) => ReactNode = () => null,
): Column<Row> {
  return {
    header: "Name",
    sorts: ["name-asc", "name-desc"],
    className: `${dense} ${width} @max-table:col-span-2`,
    cell: (person) => (
      <span className="flex items-center gap-2.5">
        <Initials name={nameOf(person)} className="@table:@max-wide:hidden" />
        <span className="grid min-w-0 justify-items-start gap-1">
          <bdi title={nameOf(person)} className="wrap-anywhere line-clamp-4 min-w-0 font-medium @table:line-clamp-2">
            {nameOf(person)}
          </bdi>
          {person.invitation ? <InvitationBadge status={person.invitation.status} /> : null}
          {noteOf(person)}
        </span>
      </span>
    ),
  };
}

export function emailColumn<Row extends Person>(): Column<Row> {
  return {
    header: "Email",
    sorts: ["email-asc", "email-desc"],
    isLabelled: true,
    className: `${dense} @max-table:col-span-2`,
    cell: ({ email }) => <EmailCell email={email} />,
  };
}

export function createdColumn<Row extends Person>(): Column<Row> {
  return {
    header: "Created Date",
    sorts: ["date-oldest", "date-newest"],
    isLabelled: true,
    className: `${dense} whitespace-nowrap tabular-nums max-[22.5rem]:col-span-2 @table:w-30 @wide:w-33`,
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  };
}

interface RowActions<Row> {
  nameOf: (person: Row) => string;
  onEdit: (person: Row) => void;
  onDelete: (person: Row) => void;
  onRevoke: (person: Row) => void;
  /** Null on a server without mail, where links are copied instead. */
  onResend: ((person: Row) => void) | null;
  onCopyLink: (person: Row) => void;
}

export function actionsColumn<Row extends Person>(actions: RowActions<Row>): Column<Row> {
  const { nameOf, onEdit, onDelete, onRevoke, onResend, onCopyLink } = actions;
  const width = onResend ? "@table:w-24 @wide:w-50" : "@table:w-34 @wide:w-62 max-sm:col-span-2";
  return {
    header: "Actions",
    className: `${dense} ${width} @max-table:order-last @max-table:self-end max-[22.5rem]:col-span-2 @table:text-right`,
    cell: (person) => (
      <div className="flex flex-wrap justify-end gap-2">
        <RowButton icon={Pencil} label="Edit" about={nameOf(person)} onClick={() => onEdit(person)} />
        {person.invitation ? (
          <>
            {onResend ? (
              <RowButton icon={MailPlus} label="Resend invitation" about={nameOf(person)} isCompact onClick={() => onResend(person)} />
            ) : (
              <RowButton icon={Link} label="Copy invitation link" about={nameOf(person)} isCompact onClick={() => onCopyLink(person)} />
            )}
            <RowButton icon={MailX} label="Revoke invitation" about={nameOf(person)} isCompact onClick={() => onRevoke(person)} />
          </>
        ) : (
          <>
            {onResend ? null : (
              <RowButton icon={KeyRound} label="Copy reset link" about={nameOf(person)} isCompact onClick={() => onCopyLink(person)} />
            )}
            <RowButton icon={Trash2} label="Delete" about={nameOf(person)} onClick={() => onDelete(person)} />
          </>
        )}
      </div>
    ),
  };
}
