"use client";

import { ArrowLeft, Download, Pencil, SearchX, UserPlus, Users } from "lucide-react";
import { useMemo, useState } from "react";
import { DeleteDialog } from "@/components/shared/delete-dialog";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { EndText } from "@/components/shared/form/end-field";
import { lazyPart } from "@/components/shared/lazy-part";
import { ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { SearchField } from "@/components/shared/list/search-field";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { useSearchedList } from "@/components/shared/list/use-paged-list";
import { loadErrorMessage } from "@/components/shared/load-error";
import { useBanner } from "@/components/shared/notices/banner";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { serverMessage } from "@/components/shared/request-json";
import { startDownload } from "@/components/shared/requests/start-download";
import { useJson } from "@/components/shared/use-json";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Group, type GroupMember, groupSchema, type MemberPage, memberPageSchema } from "@/lib/accounts/groups/schema";
import { GROUPS_PATH, MEMBER_SORTS } from "@/lib/accounts/groups/values";
import { memberColumns } from "./member-columns";

const GroupForm = lazyPart(() => import("./group-form").then(({ GroupForm }) => GroupForm));
const AddMembersDialog = lazyPart(() => import("./add-members-dialog").then(({ AddMembersDialog }) => AddMembersDialog));
const GroupGuests = lazyPart(() => import("./group-guests").then(({ GroupGuests }) => GroupGuests));
const MemberEndDialog = lazyPart(() => import("./member-end-dialog").then(({ MemberEndDialog }) => MemberEndDialog));

const rowsOf = ({ members }: MemberPage) => members;

function GroupProjects({ group, onEdit }: { group: Group; onEdit: (() => void) | null }) {
  return (
    <Card aria-labelledby="group-projects" className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="group-projects" className="font-semibold text-lg">
          Projects
        </h2>
        {onEdit ? (
          <Button variant="secondary" size="small" onClick={onEdit}>
            Choose Projects
          </Button>
        ) : null}
      </div>
      {group.projects.length === 0 ? <p className="text-ink-muted">This group gives access to no project yet.</p> : null}
      <ul aria-label="Projects of the group" className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto empty:hidden">
        {group.projects.map(({ _id, name, expiresAt }) => (
          <li key={_id} className="flex min-w-0 max-w-full">
            <Badge dir="auto" tone="accent" title={name} className="block max-w-64 truncate">
              {name}
              {expiresAt ? (
                <span className="font-normal">
                  {" until "}
                  <EndText end={expiresAt} />
                </span>
              ) : null}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Opened = { dialog: "edit" | "add" } | { dialog: "end" | "remove"; member: GroupMember };

interface GroupScreenProps {
  id: string;
  claim: string | null;
  sendsMail: boolean;
  mayEdit: boolean;
  onBack: () => void;
}

/** One group, with its projects and members. */
export function GroupScreen({ id, claim, sendsMail, mayEdit, onBack }: GroupScreenProps) {
  const path = `${GROUPS_PATH}/${id}`;
  const { data: group, error, mutate } = useJson(path, groupSchema);
  const { query, typed, setTyped, clearSearch, order } = useListQuery(MEMBER_SORTS);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { showBanner } = useBanner();
  const list = useSearchedList({ path: `${path}/members`, schema: memberPageSchema, query, initial: null, rowsOf });
  const columns = useMemo(() => {
    const open = (dialog: "end" | "remove") => (member: GroupMember) => setOpened({ dialog, member });
    return memberColumns(open("end"), open("remove"));
  }, []);
  const close = () => setOpened(null);
  const reload = async () => {
    await Promise.all([mutate().catch(() => undefined), list.refresh()]);
  };
  const onSaved = (message: string) => {
    close();
    void reload();
    showBanner({ tone: "success", message });
  };
  async function exportMembers() {
    try {
      await startDownload(`${path}/export`);
    } catch (reason) {
      showBanner({ tone: "error", message: serverMessage(reason, "Failed to export members") });
    }
  }

  const backButton = (
    <Button variant="secondary" onClick={onBack}>
      <ArrowLeft aria-hidden />
      All Groups
    </Button>
  );
  if (!group) {
    return (
      <div className="grid gap-5">
        <PageHeader title="Group" actions={backButton} />
        {error ? (
          <FailurePanel error={error} message={serverMessage(error, loadErrorMessage(error, "Failed to load group"))} onRetry={reload} />
        ) : (
          <TableSkeleton label="Loading group..." />
        )}
      </div>
    );
  }
  const addButton = (
    <Button onClick={() => setOpened({ dialog: "add" })}>
      <UserPlus aria-hidden />
      Add Members
    </Button>
  );
  const isSearched = query.search.trim() !== "";
  const empty = isSearched ? (
    <EmptyState
      icon={SearchX}
      title="No members found"
      action={
        <Button variant="secondary" onClick={clearSearch}>
          Clear search
        </Button>
      }
    >
      Try adjusting your search criteria
    </EmptyState>
  ) : (
    <EmptyState icon={Users} title="No members yet" action={addButton}>
      Find users, or paste up to 1,000 addresses.
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title={<bdi>{group.name}</bdi>}
        description={group.description ? <bdi>{group.description}</bdi> : null}
        actions={
          <>
            {backButton}
            <RefreshButton onRefresh={reload} />
            {mayEdit ? (
              <Button variant="secondary" onClick={() => setOpened({ dialog: "edit" })}>
                <Pencil aria-hidden />
                Edit
              </Button>
            ) : null}
            {addButton}
          </>
        }
      />
      <GroupProjects group={group} onEdit={mayEdit ? () => setOpened({ dialog: "edit" }) : null} />
      <GroupGuests groupId={group._id} />
      <section aria-labelledby="group-members" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="group-members" className="font-semibold text-lg">
            Members
          </h2>
          <Button variant="secondary" size="small" onClick={() => void exportMembers()}>
            <Download aria-hidden />
            Export CSV
          </Button>
        </div>
        <SearchField value={typed} onChange={setTyped} placeholder="Search members..." className="w-full sm:max-w-80" />
        <PagedList
          list={list}
          noun={["member", "members"]}
          loadingLabel="Loading members..."
          errorMessage="Failed to load members"
          empty={empty}
        >
          {(members) => <ListTable rows={members} columns={columns} label="Members" order={order} isStale={list.isStale} hasFixedColumns />}
        </PagedList>
      </section>
      {opened?.dialog === "edit" ? <GroupForm group={group} claim={claim} onSaved={() => onSaved("Group saved")} onClose={close} /> : null}
      {opened?.dialog === "add" ? <AddMembersDialog group={id} sendsMail={sendsMail} onAdded={onSaved} onClose={close} /> : null}
      {opened?.dialog === "end" ? (
        <MemberEndDialog path={path} member={opened.member} onSaved={() => onSaved("Membership saved")} onClose={close} />
      ) : null}
      {opened?.dialog === "remove" ? (
        <DeleteDialog
          title="Remove Member"
          name={opened.member.fullName}
          path={`${path}/members?account=${opened.member._id}`}
          deletedMessage="Member removed"
          failedMessage="Failed to remove member"
          ignoresGone
          words={{ confirm: "Remove", busy: "Removing...", cancel: "Cancel" }}
          reload={reload}
          onClose={close}
        >
          <bdi className="font-medium text-ink">{opened.member.fullName}</bdi> loses the projects that only this group gives.
          {opened.member.isFromClaim ? " The next sign-in with the claim makes them a member again." : null}
        </DeleteDialog>
      ) : null}
    </div>
  );
}
