"use client";

import { Ban, KeyRound, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import { dense, EmailCell } from "@/components/people/person-columns";
import { EmptyState } from "@/components/shared/empty-state";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { RowButton } from "@/components/shared/list/row-button";
import { SearchField } from "@/components/shared/list/search-field";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { DateText, LastUsed } from "@/components/shared/time/date-text";
import { useNow } from "@/components/shared/time/use-now";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { type AccountApiToken, type ApiTokenPage, apiTokenPageSchema } from "@/lib/accounts/api-tokens/schema";
import { RevokeDialog } from "./revoke-dialog";
import { describeProjects, isExpired, scopeNames } from "./token-texts";

/** The list has one order: the newest first. */
const SORTS = [] as const;

const rowsOf = ({ tokens }: ApiTokenPage) => tokens;

function columnsOf(now: number, onRevoke: (token: AccountApiToken) => void): Column<AccountApiToken>[] {
  return [
    {
      header: "Name",
      className: `${dense} @max-table:col-span-2 @table:w-[20%]`,
      cell: ({ name }) => (
        <bdi title={name} className="wrap-anywhere line-clamp-3 font-medium">
          {name}
        </bdi>
      ),
    },
    {
      header: "Account",
      isLabelled: true,
      className: `${dense} @max-table:col-span-2`,
      cell: ({ account }) => (
        <>
          <bdi className="wrap-anywhere block">{account.name}</bdi>
          <span className="block text-ink-muted text-sm">
            <EmailCell email={account.email} />
          </span>
        </>
      ),
    },
    {
      header: "Scope",
      isLabelled: true,
      className: `${dense} @max-table:col-span-2 @table:w-[18%]`,
      cell: (token) => (
        <span className="grid justify-items-start gap-1">
          <Badge>{scopeNames[token.scope]}</Badge>
          {token.scope === "publish" ? <span className="wrap-anywhere text-ink-muted text-sm">{describeProjects(token)}</span> : null}
        </span>
      ),
    },
    {
      header: "Last Used",
      isLabelled: true,
      className: `${dense} @table:w-26 @wide:w-32`,
      cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} now={now} />,
    },
    {
      header: "Expires",
      isLabelled: true,
      className: `${dense} @table:w-28 @wide:w-32`,
      cell: (token) => (
        <span className="grid justify-items-start gap-1">
          <DateText value={token.expiresAt} />
          {isExpired(token, now) ? <Badge tone="warning">Expired</Badge> : null}
        </span>
      ),
    },
    {
      header: "Actions",
      className: `${dense} @max-table:order-last @max-table:col-span-2 @table:w-20 @table:text-right @wide:w-32`,
      cell: (token) => (
        <div className="flex justify-end">
          <RowButton icon={Ban} label="Revoke" about={token.name} onClick={() => onRevoke(token)} />
        </div>
      ),
    },
  ];
}

interface TokenScreenProps {
  initial: InitialPage<ApiTokenPage, never> | null;
  /** When the server rendered the screen, in milliseconds since 1970. */
  madeAt: number;
}

/** The API tokens of all accounts, for superadmins. */
export function TokenScreen({ initial, madeAt }: TokenScreenProps) {
  const now = useNow(madeAt);
  const { query, typed, setTyped, clearSearch } = useListQuery(SORTS);
  const [revoking, setRevoking] = useState<AccountApiToken | null>(null);
  const list = useSearchedList({ path: "/api/superadmin/api-tokens", schema: apiTokenPageSchema, query, initial, rowsOf });
  const columns = useMemo(() => columnsOf(now, setRevoking), [now]);
  const isSearched = query.search.trim() !== "";
  const clearButton = (
    <Button variant="secondary" onClick={clearSearch}>
      Clear search
    </Button>
  );
  const empty = isSearched ? (
    <EmptyState icon={SearchX} title="No tokens found" action={clearButton}>
      Try adjusting your search criteria
    </EmptyState>
  ) : (
    <EmptyState icon={KeyRound} title="No API tokens yet">
      Users create API tokens in their settings.
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title="API Tokens"
        description="The tokens of all accounts. Users create them in their settings."
        actions={<RefreshButton onRefresh={list.refresh} />}
      />
      <div className="grid gap-4">
        <SearchField value={typed} onChange={setTyped} placeholder="Search API tokens..." className="w-full sm:max-w-80" />
        <PagedList
          list={list}
          noun={["API token", "API tokens"]}
          loadingLabel="Loading API tokens..."
          errorMessage="Failed to load API tokens"
          empty={empty}
        >
          {(tokens) => <ListTable rows={tokens} columns={columns} label="API Tokens" isStale={list.isStale} hasFixedColumns />}
        </PagedList>
      </div>
      {revoking ? <RevokeDialog token={revoking} reload={list.refresh} onClose={() => setRevoking(null)} /> : null}
    </div>
  );
}
