"use client";

import { SearchX } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import useSWRImmutable from "swr/immutable";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { SearchField } from "@/components/shared/list/search-field";
import { TableSkeleton } from "@/components/shared/list/table-skeleton";
import { PageHeader } from "@/components/shared/page-header";
import { requestJson } from "@/components/shared/request-json";
import { cn } from "@/components/ui/cn";
import { CallItem, Prose } from "./call-item";
import { type ApiDocument, documentSchema, groupsOf } from "./document";

const DOCUMENT_PATH = "/api/openapi.json";
const INTRODUCTION = "Introduction";

const loadDocument = async () => documentSchema.parse(await requestJson(DOCUMENT_PATH));

export function ApiReference() {
  const { data, error, isValidating, mutate } = useSWRImmutable("api-reference", loadDocument, { shouldRetryOnError: false });
  const description = (
    <>
      Read about every call and try it. Programs can use{" "}
      <a href={DOCUMENT_PATH} className="text-accent-ink underline">
        openapi.json
      </a>
      .
    </>
  );
  return (
    <div className="grid gap-5">
      <PageHeader title="API" description={description} />
      {data ? <Reference document={data} /> : null}
      {!data && error ? (
        <FailurePanel
          error={error}
          message="Failed to load the API reference"
          retryLabel="Try Again"
          isBusy={isValidating}
          onRetry={() => void mutate()}
        />
      ) : null}
      {data || error ? null : <TableSkeleton label="Loading the API reference..." />}
    </div>
  );
}

/** Shows one group of calls at a time, which the address names, or those that a search finds. */
function Reference({ document: api }: { document: ApiDocument }) {
  const [search, setSearch] = useState("");
  const chosen = useSearchParams().get("group");
  const all = groupsOf(api);
  const shown = search.trim() ? groupsOf(api, search) : all.filter(({ name }) => name === chosen);
  const isIntroduction = !search.trim() && shown.length === 0;
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-5">
        <SearchField value={search} onChange={setSearch} placeholder="Search calls..." />
        <nav aria-label="Groups of calls" className="flex gap-0.5 overflow-x-auto p-0.5 lg:grid">
          {[INTRODUCTION, ...all.map(({ name }) => name)].map((name) => {
            const isCurrent = name === INTRODUCTION ? isIntroduction : !search.trim() && name === chosen;
            return (
              <Link
                key={name}
                prefetch={false}
                href={name === INTRODUCTION ? "/api-docs" : `/api-docs?group=${encodeURIComponent(name)}`}
                aria-current={isCurrent ? "page" : undefined}
                onClick={() => setSearch("")}
                className={cn(
                  "whitespace-nowrap rounded-lg px-3 py-1.5 transition-colors focus-visible:-outline-offset-2 pointer-coarse:py-3",
                  isCurrent ? "bg-accent-soft font-medium text-accent-ink" : "text-ink-muted hover:bg-surface hover:text-ink",
                )}
              >
                {name}
              </Link>
            );
          })}
        </nav>
      </div>
      <div className="grid min-w-0 gap-8">
        {isIntroduction ? <Introduction text={api.info.description} /> : null}
        {shown.map(({ name, description, calls }) => (
          <section key={name} aria-label={name} className="grid gap-2">
            <h2 className="font-semibold text-lg">{name}</h2>
            <p className="mb-1 text-ink-muted">{description}</p>
            {calls.map((call) => (
              <CallItem key={call.operationId} call={call} schemas={api.components.schemas} />
            ))}
          </section>
        ))}
        {isIntroduction || shown.length > 0 ? null : <EmptyState icon={SearchX} title="No calls found" />}
      </div>
    </div>
  );
}

/** The first paragraph of the description. The others begin with a title in bold, and open on demand. */
function Introduction({ text }: { text: string }) {
  const [lead, ...topics] = text.split("\n\n");
  return (
    <section aria-label={INTRODUCTION} className="grid gap-2">
      <h2 className="font-semibold text-lg">{INTRODUCTION}</h2>
      <p className="mb-1 text-ink-muted">{lead}</p>
      {topics.map((topic) => {
        const [, title = "", rest = topic] = /^\*\*(.+?)\.?\*\*\s*(.*)$/s.exec(topic) ?? [];
        return (
          <details key={topic} className="rounded-lg border bg-raised px-4 py-3">
            <summary className="font-medium">{title}</summary>
            <p className="mt-2 max-w-prose leading-6">
              <Prose>{rest}</Prose>
            </p>
          </details>
        );
      })}
    </section>
  );
}
