import type { ColumnDef } from "@tanstack/react-table";
import { Pencil, Trash2 } from "lucide-react";
import { Initials } from "@/components/shared/initials";
import type { ColumnSorts } from "@/components/shared/list/column-sort";
import { RowButton } from "@/components/shared/list/row-button";
import { DateText } from "@/components/shared/time/date-text";
import type { AccountSort } from "@/lib/accounts/schema";
import type { Person } from "./people-kind";

export const personSorts: ColumnSorts<AccountSort> = {
  all: [],
  "name-asc": [{ id: "name", desc: false }],
  "name-desc": [{ id: "name", desc: true }],
  "email-asc": [{ id: "email", desc: false }],
  "email-desc": [{ id: "email", desc: true }],
  "date-oldest": [{ id: "createdAt", desc: false }],
  "date-newest": [{ id: "createdAt", desc: true }],
};

/** Less padding for tables with six columns. */
export const dense = "md:max-xl:px-2";

/** Breaks an email address before the @ instead of inside a word. */
export function EmailCell({ email }: { email: string }) {
  return (
    <bdi title={email} className="wrap-anywhere block">
      {email.split(/(?=@)/).map((side) => (
        <span key={side} className="md:inline-block md:max-w-full md:truncate md:align-bottom">
          {side}
          <wbr />
        </span>
      ))}
    </bdi>
  );
}

/** @param width class of the column's share of a table */
export function nameColumn<Row extends Person>(nameOf: (person: Row) => string, width: string): ColumnDef<Row> {
  return {
    id: "name",
    header: "Name",
    accessorFn: nameOf,
    meta: { className: `${dense} ${width} max-md:col-span-2` },
    cell: ({ row: { original: person } }) => (
      <span className="flex items-center gap-2.5">
        <Initials name={nameOf(person)} className="md:max-xl:hidden" />
        <bdi title={nameOf(person)} className="wrap-anywhere line-clamp-4 min-w-0 font-medium md:line-clamp-2">
          {nameOf(person)}
        </bdi>
      </span>
    ),
  };
}

export function emailColumn<Row extends Person>(): ColumnDef<Row> {
  return {
    id: "email",
    header: "Email",
    accessorFn: ({ email }) => email,
    meta: { cardLabel: "Email", className: `${dense} max-md:col-span-2` },
    cell: ({ row }) => <EmailCell email={row.original.email} />,
  };
}

export function createdColumn<Row extends Person>(): ColumnDef<Row> {
  return {
    id: "createdAt",
    header: "Created Date",
    accessorFn: ({ createdAt }) => createdAt,
    meta: { cardLabel: "Created Date", className: `${dense} whitespace-nowrap tabular-nums max-[22.5rem]:col-span-2 md:w-30 xl:w-33` },
    cell: ({ row }) => <DateText value={row.original.createdAt} />,
  };
}

interface RowActions<Row> {
  nameOf: (person: Row) => string;
  onEdit: (person: Row) => void;
  onDelete: (person: Row) => void;
}

export function actionsColumn<Row extends Person>({ nameOf, onEdit, onDelete }: RowActions<Row>): ColumnDef<Row> {
  return {
    id: "actions",
    header: "Actions",
    meta: { className: `${dense} max-md:order-last max-md:self-end max-[22.5rem]:col-span-2 md:w-24 md:text-right xl:w-50` },
    cell: ({ row: { original: person } }) => (
      <div className="flex justify-end gap-2">
        <RowButton icon={Pencil} label="Edit" about={nameOf(person)} onClick={() => onEdit(person)} />
        <RowButton icon={Trash2} label="Delete" about={nameOf(person)} onClick={() => onDelete(person)} />
      </div>
    ),
  };
}
