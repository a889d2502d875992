"use client";

import { FolderX, ListChecks } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import { SearchField } from "@/components/shared/list/search-field";
import { serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectName } from "@/lib/projects/schema";
import { ChecklistBox } from "./checklist-box";

/** Returns the projects whose name contains the text, in any case. @param only ids to narrow to, or null */
export function shownProjects(projects: readonly ProjectName[], search: string, only: ReadonlySet<string> | null): ProjectName[] {
  const sought = search.trim().toLowerCase();
  return projects.filter(({ _id, name }) => (!only || only.has(_id)) && name.toLowerCase().includes(sought));
}

export function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

export function withAll(chosen: readonly string[], shown: readonly ProjectName[]): string[] {
  return [...new Set([...chosen, ...shown.map(({ _id }) => _id)])];
}

export function withoutAll(chosen: readonly string[], shown: readonly ProjectName[]): string[] {
  const away = new Set(shown.map(({ _id }) => _id));
  return chosen.filter((id) => !away.has(id));
}

interface ProjectChecklistProps {
  ref: Ref<{ focus: () => void }>;
  label: string;
  isOptional?: boolean;
  /** What is chosen from, in the singular. */
  noun?: string;
  projects: ProjectName[] | undefined;
  loadError: unknown;
  onReload: () => void;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}

export function ProjectChecklist({
  ref,
  label,
  isOptional = false,
  noun = "project",
  projects,
  loadError,
  onReload,
  chosen,
  onChange,
  error,
}: ProjectChecklistProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const message = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const focus = () => {
      (box.current ?? field.current?.querySelector("input"))?.focus();
      message.current?.scrollIntoView({ block: "nearest" });
    };
    return { focus };
  }, []);
  // The form focuses this field before it renders the error, which is below the list.
  useEffect(() => {
    if (error && field.current?.contains(document.activeElement)) message.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  const [search, setSearch] = useState("");
  /** The selection when "Only selected" was pressed. A project unselected afterwards stays visible. */
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);
  const shown = useMemo(() => shownProjects(projects ?? [], search, only), [projects, search, only]);
  const chosenOfShown = shown.filter(({ _id }) => chosenIds.has(_id)).length;
  /** Enter in the search field would otherwise submit the form. */
  function intoTheList(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    box.current?.focus();
  }

  return (
    <div ref={field} className="grid gap-1.5">
      <p id={`${id}-label`} className="font-medium text-ink text-sm">
        {label}
        {isOptional ? null : (
          <span aria-hidden className="text-danger-ink">
            {" *"}
          </span>
        )}
      </p>
      <div className="overflow-hidden rounded-lg border border-line-strong bg-raised shadow-low has-[[role=listbox]:focus-visible]:border-accent has-[[role=listbox]:focus-visible]:ring-3 has-[[role=listbox]:focus-visible]:ring-accent/20">
        <div className="flex items-center gap-2 border-b p-2">
          <SearchField
            value={search}
            onChange={setSearch}
            onKeyDown={intoTheList}
            placeholder={`Search ${noun}s...`}
            className="min-w-0 flex-1"
          />
          <Button
            variant={only ? "primary" : "secondary"}
            title="Only selected"
            aria-pressed={only !== null}
            disabled={!only && chosen.length === 0}
            onClick={() => setOnly(only ? null : chosenIds)}
            className="max-sm:px-3"
          >
            <ListChecks aria-hidden />
            <span className="max-sm:sr-only">Only selected</span>
          </Button>
        </div>
        <div className="h-56 overflow-hidden">
          {projects && projects.length > 0 && shown.length > 0 ? (
            <ChecklistBox
              key={`${only !== null} ${search}`}
              box={box}
              labelledBy={`${id}-label`}
              describedBy={`${id}-count ${id}-error`}
              isRequired={!isOptional}
              isInvalid={Boolean(error)}
              projects={shown}
              chosen={chosenIds}
              onToggle={(project) => onChange(toggled(chosen, project._id))}
            />
          ) : (
            <InsteadOfProjects noun={noun} projects={projects} loadError={loadError} onReload={onReload} />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t bg-surface px-3 py-1.5">
          <p id={`${id}-count`} role="status" className="text-ink-muted text-sm tabular-nums">
            {projects ? `Selected: ${chosen.length} ${noun}(s)` : null}
          </p>
          <div className="flex gap-3">
            <Button variant="link" size="inline" disabled={chosenOfShown === shown.length} onClick={() => onChange(withAll(chosen, shown))}>
              {search || only ? "Select all shown" : "Select all"}
            </Button>
            <Button variant="link" size="inline" disabled={chosenOfShown === 0} onClick={() => onChange(withoutAll(chosen, shown))}>
              {search || only ? "Clear all shown" : "Clear all"}
            </Button>
          </div>
        </div>
      </div>
      <div ref={message} className="scroll-mb-4">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  );
}

type InsteadProps = Pick<ProjectChecklistProps, "projects" | "loadError" | "onReload"> & { noun: string };

function InsteadOfProjects({ noun, projects, loadError, onReload }: InsteadProps) {
  const styles = "flex h-full flex-col items-center justify-center gap-3 px-4 text-center text-ink-muted";
  if (loadError) {
    return (
      <div role="alert" className={styles}>
        <p className="text-danger-ink">{serverMessage(loadError, `Failed to load ${noun}s`)}</p>
        <Button variant="secondary" size="small" onClick={onReload}>
          Try again
        </Button>
      </div>
    );
  }
  if (!projects) {
    return (
      <div role="status" className="grid gap-4 p-3">
        <span className="sr-only">{`Loading ${noun}s...`}</span>
        {["w-48", "w-64", "w-40", "w-56", "w-44", "w-60"].map((width) => (
          <Skeleton key={width} className={`my-0.25 h-3.5 ${width}`} />
        ))}
      </div>
    );
  }
  if (projects.length > 0) return <p className={styles}>{`No ${noun}s match your search.`}</p>;
  return (
    <p className={styles}>
      <FolderX aria-hidden className="size-6" strokeWidth={1.75} />
      {`No ${noun}s available`}
    </p>
  );
}
