"use client";

import { FolderOpen, Plus, SearchX, Trash2, UsersRound } from "lucide-react";
import { useMemo, useState } from "react";
import { dense } from "@/components/people/person-columns";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { lazyPart } from "@/components/shared/lazy-part";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { RowButton } from "@/components/shared/list/row-button";
import { SearchField } from "@/components/shared/list/search-field";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { DateText } from "@/components/shared/time/date-text";
import { Button } from "@/components/ui/button";
import { type GroupPage, type GroupSummary, groupPageSchema } from "@/lib/accounts/groups/schema";
import { GROUP_SORTS, GROUPS_PATH, type GroupSort } from "@/lib/accounts/groups/values";
import { ADD_FIRST } from "./group-texts";

const GroupForm = lazyPart(() => import("./group-form").then(({ GroupForm }) => GroupForm));

const rowsOf = ({ groups }: GroupPage) => groups;

const counted = (header: string, count: (group: GroupSummary) => number): Column<GroupSummary> => ({
  header,
  isLabelled: true,
  className: `${dense} tabular-nums @table:w-24 @wide:w-28`,
  cell: (group) => count(group).toLocaleString("en-US"),
});

function columnsOf(onOpen: (group: GroupSummary) => void, onDelete: ((group: GroupSummary) => void) | null): Column<GroupSummary>[] {
  return [
    {
      header: "Name",
      sorts: ["name-asc", "name-desc"],
      className: `${dense} @max-table:col-span-2`,
      cell: ({ name, description }) => (
        <>
          <bdi title={name} className="wrap-anywhere line-clamp-2 font-medium">
            {name}
          </bdi>
          {description ? <bdi className="wrap-anywhere line-clamp-2 text-ink-muted text-sm">{description}</bdi> : null}
        </>
      ),
    },
    counted("Members", ({ memberCount }) => memberCount),
    counted("Projects", ({ projectCount }) => projectCount),
    {
      header: "Created Date",
      sorts: ["date-oldest", "date-newest"],
      isLabelled: true,
      className: `${dense} whitespace-nowrap tabular-nums @table:w-30 @wide:w-33`,
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      header: "Actions",
      className: `${dense} @max-table:order-last @max-table:self-end @table:w-24 @table:text-right @wide:w-56`,
      cell: (group) => (
        <div className="flex flex-wrap justify-end gap-2">
          <RowButton icon={FolderOpen} label="Open" about={group.name} onClick={() => onOpen(group)} />
          {onDelete ? <RowButton icon={Trash2} label="Delete" about={group.name} onClick={() => onDelete(group)} /> : null}
        </div>
      ),
    },
  ];
}

export interface GroupListScreenProps {
  initial: InitialPage<GroupPage, GroupSort> | null;
  claim: string | null;
  mayEdit: boolean;
  onOpen: (id: string) => void;
}

/** All groups, for admins. */
export function GroupListScreen({ initial, claim, mayEdit, onOpen }: GroupListScreenProps) {
  const { query, typed, setTyped, clearSearch, order } = useListQuery(GROUP_SORTS);
  const [isCreating, setIsCreating] = useState(false);
  const [deleting, setDeleting] = useState<GroupSummary | null>(null);
  const list = useSearchedList({ path: GROUPS_PATH, schema: groupPageSchema, query, initial, rowsOf });
  const columns = useMemo(() => columnsOf(({ _id }) => onOpen(_id), mayEdit ? setDeleting : null), [onOpen, mayEdit]);
  const addButton = mayEdit ? (
    <Button onClick={() => setIsCreating(true)}>
      <Plus aria-hidden />
      New Group
    </Button>
  ) : null;
  const clearButton = (
    <Button variant="secondary" onClick={clearSearch}>
      Clear search
    </Button>
  );
  const isSearched = query.search.trim() !== "";
  const emptyText = mayEdit ? ADD_FIRST : "A super administrator chooses the groups that you manage.";
  const empty = (
    <EmptyState
      icon={isSearched ? SearchX : UsersRound}
      title={isSearched ? "No groups found" : "No groups yet"}
      action={isSearched ? clearButton : addButton}
    >
      {isSearched ? "Try adjusting your search criteria" : emptyText}
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Groups"
        actions={
          <>
            <RefreshButton onRefresh={list.refresh} />
            {addButton}
          </>
        }
      />
      <div className="grid gap-4">
        <SearchField value={typed} onChange={setTyped} placeholder="Search groups..." className="w-full sm:max-w-80" />
        <PagedList
          list={list}
          noun={["group", "groups"]}
          loadingLabel="Loading groups..."
          errorMessage="Failed to load groups"
          empty={empty}
        >
          {(groups) => (
            <ListTable
              rows={groups}
              columns={columns}
              label="Groups"
              order={order}
              isStale={list.isStale}
              hasFixedColumns
              onOpen={({ _id }) => onOpen(_id)}
            />
          )}
        </PagedList>
      </div>
      {isCreating ? <GroupForm group={null} claim={claim} onSaved={({ _id }) => onOpen(_id)} onClose={() => setIsCreating(false)} /> : null}
      {deleting ? (
        <DeleteDialog
          title="Delete Group"
          name={deleting.name}
          path={`${GROUPS_PATH}/${deleting._id}`}
          deletedMessage="Group deleted"
          failedMessage="Failed to delete group"
          ignoresGone
          reload={list.refresh}
          onClose={() => setDeleting(null)}
        >
          Members of <bdi className="font-medium text-ink">{deleting.name}</bdi> lose the projects that only this group gives them. This
          can't be undone.
        </DeleteDialog>
      ) : null}
    </div>
  );
}
