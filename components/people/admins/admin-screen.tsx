"use client";

import { lazyPart } from "@/components/shared/lazy-part";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { type AdminPage, type AdminSummary, adminAnswerSchema, adminPageSchema } from "@/lib/accounts/admins/schema";
import type { AccountSort } from "@/lib/accounts/values";
import { ACCOUNT_SORTS } from "@/lib/accounts/values";
import { type PeopleKind, PeopleScreen } from "../people-screen";
import { adminTexts } from "../people-texts";
import { createdColumn, emailColumn, nameColumn } from "../person-columns";

const AdminDialog = lazyPart(() => import("./admin-dialog").then(({ AdminDialog }) => AdminDialog));

const nameOf = ({ name }: AdminSummary) => name;

const admins: PeopleKind<AdminSummary, AdminPage, AccountSort> = {
  texts: adminTexts,
  path: "/api/admin",
  pageSchema: adminPageSchema,
  rowsOf: (page) => page.admins,
  savedOf: (answer) => parseAnswer(adminAnswerSchema, answer).admin,
  nameOf,
  columns: [nameColumn(nameOf, "@table:w-[32%]"), emailColumn(), createdColumn()],
  sorts: ACCOUNT_SORTS,
  renderForm: (props) => <AdminDialog {...props} />,
};

interface AdminScreenProps {
  initial: InitialPage<AdminPage, AccountSort> | null;
  sendsMail: boolean;
}

export function AdminScreen({ initial, sendsMail }: AdminScreenProps) {
  return <PeopleScreen kind={admins} initial={initial} sendsMail={sendsMail} />;
}
