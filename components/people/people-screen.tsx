"use client";

import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useBanner } from "@/components/shared/banner-provider";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { LoadMore } from "@/components/shared/list/load-more";
import { SearchField } from "@/components/shared/list/search-field";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { useLoadError } from "@/components/shared/list/use-load-error";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-searched-list";
import { ListPlaceholder } from "@/components/shared/list-placeholder";
import { ListTable } from "@/components/shared/list-table";
import { serverMessage } from "@/components/shared/load-error";
import { NOTICE_MS, SUCCESS_NOTICE_MS } from "@/components/shared/notice-times";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import type { PageInfo } from "@/lib/http/paging/schema";
import { NoPeople } from "./no-people";
import type { PeopleKind, Person } from "./people-kind";
import { actionsColumn } from "./person-columns";

/** The dialog that stands over the list. */
type Opened<Row> = { dialog: "form"; person: Row | null } | { dialog: "delete"; person: Row };

interface PeopleScreenProps<Row extends Person, Page extends PageInfo, Sort extends string> {
  kind: PeopleKind<Row, Page, Sort>;
  /** First page of the list, unless only the API can say what is wrong with the search. */
  initial: InitialPage<Page, Sort> | null;
}

/** A list of people, and the dialogs that add, change and delete one. */
export function PeopleScreen<Row extends Person, Page extends PageInfo, Sort extends string>({
  kind,
  initial,
}: PeopleScreenProps<Row, Page, Sort>) {
  const { texts, path, sorts } = kind;
  const names = useMemo(() => Object.keys(sorts) as (Sort | "all")[], [sorts]);
  const { query, typed, setTyped, clearSearch, setSort } = useListQuery(names);
  const [opened, setOpened] = useState<Opened<Row> | null>(null);
  const { showBanner } = useBanner();
  const { rows, refresh, ...list } = useSearchedList({
    path: `${path}/all`,
    fields: kind.listFields,
    query,
    initial,
    rowsOf: kind.rowsOf,
  });
  const retry = useLoadError(list.error, texts.failedToLoad, refresh, {
    timeout: NOTICE_MS,
    messageOf: serverMessage,
    isSaid: !rows || Boolean(list.moreError),
  });

  const order = useMemo(() => ({ sorts, sort: query.sort, onSortChange: setSort }), [sorts, query.sort, setSort]);
  const columns = useMemo(() => {
    const onEdit = (person: Row) => setOpened({ dialog: "form", person });
    const onDelete = (person: Row) => setOpened({ dialog: "delete", person });
    return [...kind.columns, actionsColumn({ nameOf: kind.nameOf, onEdit, onDelete })];
  }, [kind.columns, kind.nameOf]);

  const close = () => setOpened(null);
  const onSaved = () => {
    const message = opened?.person ? texts.updated : texts.created;
    close();
    void refresh();
    showBanner({ tone: "success", message, timeout: SUCCESS_NOTICE_MS });
  };
  const addButton = (
    <Button onClick={() => setOpened({ dialog: "form", person: null })}>
      <Plus aria-hidden />
      {texts.add}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <PageHeader title={texts.title} actions={addButton} />
      <div className="grid gap-4">
        <SearchField value={typed} onChange={setTyped} placeholder={texts.search} className="w-full sm:max-w-80" />
        {rows?.length ? (
          <>
            <ListTable rows={rows} columns={columns} label={texts.title} order={order} isStale={list.isStale} hasFixedColumns />
            <LoadMore
              shown={rows.length}
              total={list.total}
              noun={texts.noun}
              hasMore={list.hasMore}
              isBusy={list.isLoadingMore}
              error={list.moreError}
              errorMessage={(error) => serverMessage(error, texts.failedToLoad)}
              onLoadMore={list.loadMore}
            />
          </>
        ) : (
          <ListPlaceholder
            isLoaded={Boolean(rows)}
            loadingLabel={texts.loading}
            error={list.error}
            errorMessage={texts.failedToLoad}
            messageOf={serverMessage}
            onRetry={retry}
          >
            <NoPeople texts={texts} search={query.search.trim()} onClearSearch={clearSearch} addButton={addButton} />
          </ListPlaceholder>
        )}
      </div>
      {opened?.dialog === "form" ? kind.renderForm({ person: opened.person, onSaved, onGone: () => void refresh(), onClose: close }) : null}
      {opened?.dialog === "delete" ? (
        <DeleteDialog
          texts={texts}
          name={kind.nameOf(opened.person)}
          path={`${path}/delete/${opened.person._id}`}
          reload={refresh}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
