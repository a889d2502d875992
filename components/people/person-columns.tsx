import type { ColumnDef } from "@tanstack/react-table";
import { Pencil, Trash2 } from "lucide-react";
import type { ColumnSorts } from "@/components/shared/column-sort";
import { DateText } from "@/components/shared/date-text";
import { Initials } from "@/components/shared/initials";
import { RowButton } from "@/components/shared/row-button";
import type { AccountSort } from "@/lib/accounts/schema";
import type { Person } from "./people-kind";

/** The orders that everybody's list has. */
export const personSorts: ColumnSorts<AccountSort> = {
  all: [],
  "name-asc": [{ id: "name", desc: false }],
  "name-desc": [{ id: "name", desc: true }],
  "email-asc": [{ id: "email", desc: false }],
  "email-desc": [{ id: "email", desc: true }],
  "date-oldest": [{ id: "createdAt", desc: false }],
  "date-newest": [{ id: "createdAt", desc: true }],
};

/** Between phones and wide screens six columns need every pixel. */
export const dense = "md:max-xl:px-2";

/** Id of the name in a row, which the row's buttons are described by. */
function nameId(person: Person): string {
  return `person-${person._id}`;
}

export function nameColumn<Row extends Person>(nameOf: (person: Row) => string): ColumnDef<Row> {
  return {
    id: "name",
    header: "Name",
    accessorFn: nameOf,
    meta: { className: `${dense} max-md:col-span-2` },
    cell: ({ row: { original: person } }) => (
      <span className="flex min-w-24 items-center gap-2.5 xl:min-w-36 2xl:min-w-44">
        <Initials name={nameOf(person)} className="md:max-xl:hidden" />
        <span id={nameId(person)} title={nameOf(person)} className="wrap-anywhere line-clamp-4 min-w-0 font-medium">
          {nameOf(person)}
        </span>
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
    cell: ({ row }) => (
      <span title={row.original.email} className="wrap-anywhere line-clamp-4 md:min-w-24">
        {row.original.email}
      </span>
    ),
  };
}

export function createdColumn<Row extends Person>(): ColumnDef<Row> {
  return {
    id: "createdAt",
    header: "Created Date",
    accessorFn: ({ createdAt }) => createdAt,
    meta: { cardLabel: "Created Date", className: `${dense} whitespace-nowrap tabular-nums` },
    cell: ({ row }) => <DateText value={row.original.createdAt} />,
  };
}

interface RowActions<Row> {
  onEdit: (person: Row) => void;
  onDelete: (person: Row) => void;
}

export function actionsColumn<Row extends Person>({ onEdit, onDelete }: RowActions<Row>): ColumnDef<Row> {
  return {
    id: "actions",
    header: "Actions",
    meta: { className: "max-md:order-last max-md:self-end md:w-px md:text-right" },
    cell: ({ row: { original: person } }) => (
      <div className="flex justify-end gap-2">
        <RowButton icon={Pencil} label="Edit" describedBy={nameId(person)} onClick={() => onEdit(person)} />
        <RowButton icon={Trash2} label="Delete" describedBy={nameId(person)} onClick={() => onDelete(person)} />
      </div>
    ),
  };
}
