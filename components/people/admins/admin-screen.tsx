"use client";

import { countOf } from "@/components/shared/count-of";
import { lazyPart } from "@/components/shared/lazy-part";
import type { InitialPage } from "@/components/shared/list/use-paged-list";
import { parseAnswer } from "@/components/shared/requests/request-answer";
import { Badge } from "@/components/ui/badge";
import { type AdminPage, type AdminSummary, adminAnswerSchema, adminPageSchema } from "@/lib/accounts/admins/schema";
import type { AccountSort } from "@/lib/accounts/values";
import { ACCOUNT_SORTS } from "@/lib/accounts/values";
import { type PeopleKind, PeopleScreen } from "../people-screen";
import { adminTexts } from "../people-texts";
import { createdColumn, emailColumn, nameColumn } from "../person-columns";

const AdminDialog = lazyPart(() => import("./admin-dialog").then(({ AdminDialog }) => AdminDialog));

const nameOf = ({ name }: AdminSummary) => name;

function limitNote({ limit }: AdminSummary) {
  if (!limit) return null;
  const groups = limit.groups.length === 0 ? "" : ` and ${countOf(limit.groups.length, ["group", "groups"])}`;
  return <Badge className="whitespace-normal">{`Own projects${groups}`}</Badge>;
}

const admins: PeopleKind<AdminSummary, AdminPage, AccountSort> = {
  texts: adminTexts,
  path: "/api/admin",
  pageSchema: adminPageSchema,
  rowsOf: (page) => page.admins,
  savedOf: (answer) => parseAnswer(adminAnswerSchema, answer).admin,
  nameOf,
  columns: [nameColumn(nameOf, "@table:w-[32%]", limitNote), emailColumn(), createdColumn()],
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
