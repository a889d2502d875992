import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { ColumnSorts } from "@/components/shared/list/column-sort";
import type { PageInfo } from "@/lib/http/paging/schema";
import type { PeopleTexts } from "./people-texts";

export interface Person {
  _id: string;
  email: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

export interface PersonFormProps<Row> {
  person: Row | null;
  onSaved: () => void;
  onGone: () => void;
  onClose: () => void;
}

export interface PeopleKind<Row extends Person, Page extends PageInfo, Sort extends string> {
  texts: PeopleTexts;
  /** Path of the API, before `/all`, `/create`, `/edit/{id}` and `/delete/{id}`. */
  path: string;
  pageSchema: z.ZodType<Page>;
  listFields?: Readonly<Record<string, string>>;
  rowsOf: (page: Page) => Row[];
  nameOf: (person: Row) => string;
  columns: ColumnDef<Row>[];
  sorts: ColumnSorts<Sort | "all">;
  renderForm: (props: PersonFormProps<Row>) => ReactNode;
}
