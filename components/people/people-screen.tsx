"use client";

import { Plus, SearchX, Users } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { z } from "zod";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { lazyPart } from "@/components/shared/lazy-part";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { SearchField } from "@/components/shared/list/search-field";
import { type SelectedRows, useSelectedRows, withCheckboxes } from "@/components/shared/list/select-rows";
import { useAddress } from "@/components/shared/list/use-address";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import { useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import type { PageInfo } from "@/lib/http/paging/schema";
import { ADD_PARAMETER, type PeopleTexts } from "./people-texts";
import { actionsColumn, type Person } from "./person-columns";

const InvitationDialog = lazyPart(() => import("./invitation-dialog").then(({ InvitationDialog }) => InvitationDialog));
const LinkDialog = lazyPart(() => import("./link-dialog").then(({ LinkDialog }) => LinkDialog));

export interface PersonFormProps<Row> {
  person: Row | null;
  sendsMail: boolean;
  /** @param answer of the call that saved */
  onSaved: (isInvited: boolean, answer: unknown) => void;
  onGone: () => void;
  onClose: () => void;
}

export interface PeopleKind<Row extends Person, Page extends PageInfo, Sort extends string> {
  texts: PeopleTexts;
  /** Path of the API, before `/all`, `/create`, `/edit/{id}`, `/delete/{id}` and `/invitation/{id}`. */
  path: string;
  pageSchema: z.ZodType<Page>;
  listFields?: Readonly<Record<string, string>>;
  rowsOf: (page: Page) => Row[];
  /** Returns the account of the answer to its creation. @throws RequestError */
  savedOf: (answer: unknown) => Row;
  nameOf: (person: Row) => string;
  columns: Column<Row>[];
  sorts: readonly Sort[];
  filters?: {
    /** Reads the filters from the query of the URL. */
    read: (get: (name: string) => string | null) => Readonly<Record<string, string>>;
    /** Changes of the URL that clear them. */
    none: Readonly<Record<string, null>>;
    renderButton: (count: number) => ReactNode;
  };
  /** Offers actions on selected rows. Without it, rows can't be selected. */
  renderBulk?: (props: { selection: SelectedRows<Row>; reload: () => Promise<void> }) => ReactNode;
  renderForm: (props: PersonFormProps<Row>) => ReactNode;
}

type Opened<Row> = { dialog: "form"; person: Row | null } | { dialog: "delete" | "resend" | "revoke" | "link"; person: Row };

const NO_ROWS: never[] = [];

interface PeopleScreenProps<Row extends Person, Page extends PageInfo, Sort extends string> {
  kind: PeopleKind<Row, Page, Sort>;
  initial: InitialPage<Page, Sort> | null;
  sendsMail: boolean;
}

export function PeopleScreen<Row extends Person, Page extends PageInfo, Sort extends string>({
  kind,
  initial,
  sendsMail,
}: PeopleScreenProps<Row, Page, Sort>) {
  const { texts, path, sorts } = kind;
  const { query, typed, setTyped, clearSearch, order } = useListQuery(sorts);
  const [opened, setOpened] = useState<Opened<Row> | null>(null);
  const { showBanner } = useBanner();
  const { parameters, changeAddress } = useAddress();
  const filters = kind.filters?.read((name) => parameters.get(name)) ?? {};
  const filterCount = Object.keys(filters).length;
  const list = useSearchedList({
    path: `${path}/all`,
    schema: kind.pageSchema,
    fields: { ...kind.listFields, ...filters },
    query,
    initial,
    rowsOf: kind.rowsOf,
  });

  // The search dialog opens the form of a new account by this parameter.
  const isAdding = parameters.has(ADD_PARAMETER);
  useEffect(() => {
    if (!isAdding) return;
    setOpened({ dialog: "form", person: null });
    changeAddress({ [ADD_PARAMETER]: null }, "replace");
  }, [isAdding, changeAddress]);

  const selection = useSelectedRows(list.rows ?? NO_ROWS);
  const onEdit = useCallback((person: Row) => setOpened({ dialog: "form", person }), []);
  const columns = useMemo(() => {
    const open = (dialog: "delete" | "resend" | "revoke" | "link") => (person: Row) => setOpened({ dialog, person });
    const ofMail = { onResend: sendsMail ? open("resend") : null, onCopyLink: open("link") };
    const actions = { onDelete: open("delete"), onRevoke: open("revoke"), ...ofMail };
    const columns = kind.renderBulk ? withCheckboxes(kind.columns, selection, kind.nameOf) : kind.columns;
    return [...columns, actionsColumn({ nameOf: kind.nameOf, onEdit, ...actions })];
  }, [kind, selection, onEdit, sendsMail]);

  const close = () => setOpened(null);
  const onSaved = (isInvited: boolean, answer: unknown) => {
    const created = isInvited ? texts.invited : texts.created;
    const message = opened?.person ? texts.updated : created;
    setOpened(isInvited && !sendsMail ? { dialog: "link", person: kind.savedOf(answer) } : null);
    void list.refresh();
    showBanner({ tone: "success", message });
  };
  const addButton = (
    <Button onClick={() => setOpened({ dialog: "form", person: null })}>
      <Plus aria-hidden />
      {texts.add}
    </Button>
  );
  const clearButton = (
    <Button
      variant="secondary"
      onClick={() => {
        clearSearch();
        if (kind.filters) changeAddress(kind.filters.none, "replace");
      }}
    >
      {filterCount > 0 ? "Clear search and filters" : "Clear search"}
    </Button>
  );
  const isSearched = query.search.trim() !== "" || filterCount > 0;
  const empty = (
    <EmptyState icon={isSearched ? SearchX : Users} title={texts.notFound} action={isSearched ? clearButton : addButton}>
      {isSearched ? "Try adjusting your search criteria" : texts.addFirst}
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title={texts.title}
        actions={
          <>
            <RefreshButton onRefresh={list.refresh} />
            {addButton}
          </>
        }
      />
      <div className="grid gap-4">
        <search className="flex flex-wrap items-center gap-2">
          <SearchField value={typed} onChange={setTyped} placeholder={texts.search} className="min-w-0 flex-1 sm:max-w-80" />
          {kind.filters?.renderButton(filterCount)}
        </search>
        <PagedList
          list={list}
          noun={texts.noun}
          loadingLabel={texts.loading}
          errorMessage={texts.failedToLoad}
          messageOf={serverMessage}
          empty={empty}
        >
          {(rows) => (
            <ListTable
              rows={rows}
              columns={columns}
              label={texts.title}
              order={order}
              isStale={list.isStale}
              hasFixedColumns
              onOpen={onEdit}
            />
          )}
        </PagedList>
        {kind.renderBulk?.({ selection, reload: list.refresh })}
      </div>
      {opened?.dialog === "form"
        ? kind.renderForm({ person: opened.person, sendsMail, onSaved, onGone: () => void list.refresh(), onClose: close })
        : null}
      {opened?.dialog === "delete" ? (
        <DeleteDialog
          title={texts.deleteTitle}
          deletedMessage={texts.deleted}
          failedMessage={texts.failedToDelete}
          name={kind.nameOf(opened.person)}
          path={`${path}/delete/${opened.person._id}`}
          reload={list.refresh}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "resend" || opened?.dialog === "revoke" ? (
        <InvitationDialog
          action={opened.dialog}
          name={kind.nameOf(opened.person)}
          path={`${path}/invitation/${opened.person._id}`}
          reload={list.refresh}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === "link" ? (
        <LinkDialog
          kind={opened.person.invitation ? "invitation" : "reset"}
          path={path}
          id={opened.person._id}
          name={kind.nameOf(opened.person)}
          onClose={() => {
            close();
            void list.refresh();
          }}
        />
      ) : null}
    </div>
  );
}
