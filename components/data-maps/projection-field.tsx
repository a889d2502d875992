"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useId, useState } from "react";
import { FailurePanel } from "@/components/shared/failure-panel";
import { useDraft } from "@/components/shared/list/use-list-query";
import { serverMessage } from "@/components/shared/request-json";
import { useJson } from "@/components/shared/use-json";
import { Label } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { type FoundProjection, foundProjectionsSchema } from "@/lib/data-maps/projections/schema";

/** Without a text, the API returns the projections that are used most. */
function addressOf(search: string, likely: readonly string[]): string {
  if (search !== "") return `/api/projections?${new URLSearchParams({ search })}`;
  return likely.length > 0 ? `/api/projections?${new URLSearchParams({ codes: likely.join(",") })}` : "/api/projections";
}

export interface ProjectionFieldProps {
  /** Offered before the user types, such as `EPSG:25832`. */
  likely?: readonly string[];
  onChoose: (code: string) => void;
}

/** Lets the user choose a projection by its number, name or place. */
export function ProjectionField({ likely = [], onChoose }: ProjectionFieldProps) {
  const id = useId();
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useDraft(search, setSearch);
  const sought = search.trim();
  const { data, error, isLoading, mutate } = useJson(addressOf(sought, likely), foundProjectionsSchema, { keepPreviousData: true });
  const found = error ? [] : (data?.projections ?? []);
  const isEmpty = data !== undefined && found.length === 0 && !isLoading && !error;
  return (
    <div className="grid min-w-0 gap-1.5">
      <Label htmlFor={id}>Projection</Label>
      <Command
        label="Projection"
        shouldFilter={false}
        vimBindings={false}
        className="min-w-0 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-low"
      >
        <div className="flex items-center gap-2.5 border-b px-3 [&>input]:h-9 [&>input]:flex-1 [&>input]:outline-none pointer-coarse:[&>input]:h-11">
          {isLoading ? <Spinner /> : <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />}
          <Command.Input
            id={id}
            value={typed}
            onValueChange={setTyped}
            maxLength={200}
            placeholder="Search by number, name or place"
            className="min-w-0 text-lg sm:text-base"
          />
        </div>
        <p role="status" className={isEmpty ? "wrap-anywhere px-3 py-6 text-center text-ink-muted" : "sr-only"}>
          {isEmpty ? `No projections match "${sought}"` : null}
        </p>
        <Command.List label="Projections" className={isEmpty ? "sr-only" : "max-h-60 overflow-y-auto overscroll-contain p-1.5"}>
          {found.map((projection) => (
            <ProjectionItem key={projection.code} projection={projection} onChoose={onChoose} />
          ))}
        </Command.List>
        {error ? (
          <FailurePanel
            error={error}
            message={serverMessage(error, "Failed to load the projections")}
            retryLabel="Retry"
            onRetry={() => void mutate()}
            isLine
          />
        ) : null}
      </Command>
    </div>
  );
}

interface ProjectionItemProps extends Pick<ProjectionFieldProps, "onChoose"> {
  projection: FoundProjection;
}

/** The place tells where the data would be with this choice. */
function ProjectionItem({ projection: { code, name, area }, onChoose }: ProjectionItemProps) {
  return (
    <Command.Item
      value={code}
      onSelect={() => onChoose(code)}
      className="grid min-h-9 cursor-pointer gap-0.5 rounded-md px-2 py-1.5 data-[selected=true]:bg-accent-soft pointer-coarse:min-h-11"
    >
      <span className="wrap-anywhere">
        <span className="font-medium">{code}</span>, {name}
      </span>
      {area === "" ? null : <span className="line-clamp-2 text-ink-muted text-sm">Used in: {area}</span>}
    </Command.Item>
  );
}
