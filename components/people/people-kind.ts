import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { ColumnSorts } from "@/components/shared/list/column-sort";
import type { PageInfo } from "@/lib/http/paging/schema";

/** What admins and users have in common. */
export interface Person {
  _id: string;
  email: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** What a screen of people says. The texts stand whole, as the specification has them (000 §2, §8). */
export interface PeopleTexts {
  title: string;
  add: string;
  search: string;
  loading: string;
  /** Title of the empty list. */
  nobody: string;
  /** Below it, when nothing was searched for. */
  addFirst: string;
  noun: readonly [one: string, many: string];
  newTitle: string;
  editTitle: string;
  deleteTitle: string;
  save: string;
  failedToLoad: string;
  failedToSave: string;
  failedToDelete: string;
  created: string;
  updated: string;
  deleted: string;
}

/** What a form of one person is given. */
export interface PersonFormProps<Row> {
  /** Whom it is about; null for somebody new. */
  person: Row | null;
  onSaved: () => void;
  /** The server knows the person no more. */
  onGone: () => void;
  onClose: () => void;
}

/** One kind of people, as data: what their screen shows, says and calls. */
export interface PeopleKind<Row extends Person, Page extends PageInfo, Sort extends string> {
  texts: PeopleTexts;
  /** Of the API; `/all`, `/create`, `/edit/{id}` and `/delete/{id}` follow. */
  path: string;
  /** Parameters that the list always has. */
  listFields?: Readonly<Record<string, string>>;
  rowsOf: (page: Page) => Row[];
  nameOf: (person: Row) => string;
  /** All but the actions. */
  columns: ColumnDef<Row>[];
  sorts: ColumnSorts<Sort | "all">;
  renderForm: (props: PersonFormProps<Row>) => ReactNode;
}
