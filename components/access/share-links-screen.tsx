"use client";

import { Ban, Link2, SearchX } from "lucide-react";
import NextLink from "next/link";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/shared/empty-state";
import { type Column, ListTable } from "@/components/shared/list/list-table";
import { PagedList } from "@/components/shared/list/paged-list";
import { RowButton } from "@/components/shared/list/row-button";
import { SearchField } from "@/components/shared/list/search-field";
import { useListQuery } from "@/components/shared/list/use-list-query";
import { type InitialPage, useSearchedList } from "@/components/shared/list/use-paged-list";
import { PageHeader } from "@/components/shared/page-header";
import { RefreshButton } from "@/components/shared/refresh-button";
import { serverMessage } from "@/components/shared/request-json";
import { DateText } from "@/components/shared/time/date-text";
import { Button } from "@/components/ui/button";
import { type PlatformShareLink, type ShareLinkPage, shareLinkPageSchema } from "@/lib/projects/share-links/schema";
import { ALL_SHARE_LINKS_PATH, SHARE_LINK_SORTS } from "@/lib/projects/share-links/values";
import { ExpiryText, LinkBadges, nameOfLink } from "./link-facts";
import { RevokeDialog } from "./revoke-dialog";

function linkColumns(onRevoke: (link: PlatformShareLink) => void): Column<PlatformShareLink>[] {
  return [
    {
      header: "Link",
      className: "@max-table:col-span-2",
      cell: (link) => (
        <div className="grid gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="wrap-anywhere font-medium">{nameOfLink(link)}</bdi>
            <LinkBadges link={link} />
          </p>
          <NextLink
            href={`/projects?project=${link.project.safeName}`}
            className="wrap-anywhere justify-self-start text-accent-ink text-sm underline-offset-4 hover:underline"
          >
            <bdi>{link.project.name}</bdi>
          </NextLink>
        </div>
      ),
    },
    {
      header: "Created By",
      isLabelled: true,
      className: "@max-table:col-span-2 @table:w-[18%]",
      cell: ({ createdBy, createdAt }) => (
        <>
          <bdi className="wrap-anywhere">{createdBy?.name ?? "Unknown"}</bdi>
          <span className="block whitespace-nowrap text-ink-muted text-sm">
            <DateText value={createdAt} />
          </span>
        </>
      ),
    },
    {
      header: "Last Day",
      isLabelled: true,
      className: "whitespace-nowrap @table:w-32",
      cell: ({ expiresAt }) => (expiresAt === null ? "Does not expire" : <ExpiryText expiresAt={expiresAt} />),
    },
    {
      header: "Openings",
      isLabelled: true,
      className: "whitespace-nowrap tabular-nums @table:w-36",
      cell: ({ openings, lastOpenedAt }) => (
        <>
          {openings.toLocaleString("en-US")}
          {lastOpenedAt === null ? null : (
            <span className="block text-ink-muted text-sm">
              Last <DateText value={lastOpenedAt} />
            </span>
          )}
        </>
      ),
    },
    {
      header: "Actions",
      className: "@max-table:col-span-2 @table:w-20 @table:text-right @wide:w-32",
      cell: (link) => (
        <div className="flex justify-end">
          <RowButton icon={Ban} label="Revoke" about={`${nameOfLink(link)} of ${link.project.name}`} onClick={() => onRevoke(link)} />
        </div>
      ),
    },
  ];
}

const rowsOf = ({ links }: ShareLinkPage): PlatformShareLink[] => links;

interface ShareLinksScreenProps {
  /** First page of the list. Null for an invalid search, which the API reports. */
  initial: InitialPage<ShareLinkPage, (typeof SHARE_LINK_SORTS)[number]> | null;
}

export function ShareLinksScreen({ initial }: ShareLinksScreenProps) {
  const { query, typed, setTyped, clearSearch } = useListQuery(SHARE_LINK_SORTS);
  const list = useSearchedList({ path: ALL_SHARE_LINKS_PATH, schema: shareLinkPageSchema, query, initial, rowsOf });
  const [asked, setAsked] = useState<PlatformShareLink | null>(null);
  const columns = useMemo(() => linkColumns(setAsked), []);
  const clearButton = (
    <Button variant="secondary" onClick={clearSearch}>
      Clear search
    </Button>
  );
  const empty = query.search.trim() ? (
    <EmptyState icon={SearchX} title="No links found" action={clearButton}>
      Try adjusting your search criteria
    </EmptyState>
  ) : (
    <EmptyState icon={Link2} title="No links yet">
      Admins create links in the details of a project
    </EmptyState>
  );
  return (
    <div className="grid gap-5">
      <PageHeader
        title="Share Links"
        description="Links that open maps without an account"
        actions={<RefreshButton onRefresh={list.refresh} />}
      />
      <div className="grid gap-4">
        <SearchField
          value={typed}
          onChange={setTyped}
          placeholder="Search projects, labels and creators..."
          className="w-full sm:max-w-96"
        />
        <PagedList
          list={list}
          noun={["link", "links"]}
          loadingLabel="Loading links..."
          errorMessage="Failed to load links"
          messageOf={serverMessage}
          empty={empty}
        >
          {(rows) => <ListTable rows={rows} columns={columns} label="Share links" isStale={list.isStale} hasFixedColumns />}
        </PagedList>
      </div>
      <RevokeDialog link={asked} reload={list.refresh} onClose={() => setAsked(null)} />
    </div>
  );
}
