"use client";

import { useId } from "react";
import useSWR from "swr";
import { requestJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import type { ProjectCreator } from "@/lib/projects/schema";

/** Radix has no item without a value. */
const ANYBODY = "anybody";

async function fetchCreators(path: string): Promise<ProjectCreator[]> {
  // The answer of our own API; its type is the one that the route is written with.
  const answer = (await requestJson(path)) as { creators: ProjectCreator[] };
  return answer.creators;
}

interface CreatorSelectProps {
  /** The call for those there are. */
  path: string;
  /** Id of the one that is chosen; "" for all. */
  value: string;
  onChange: (id: string) => void;
}

/** Whose projects a list shows. */
export function CreatorSelect({ path, value, onChange }: CreatorSelectProps) {
  const id = useId();
  const { data: creators, error, mutate } = useSWR(path, fetchCreators, { shouldRetryOnError: false });
  const isListed = value === "" || creators?.some(({ _id }) => _id === value);
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-ink-muted text-sm">
        Created By
      </label>
      <Select value={value || ANYBODY} onValueChange={(chosen) => onChange(chosen === ANYBODY ? "" : chosen)}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ANYBODY}>Anybody</SelectItem>
          {isListed ? null : <SelectItem value={value}>{creators ? "Somebody without projects here" : "Loading..."}</SelectItem>}
          {creators?.map(({ _id, name }) => (
            <SelectItem key={_id} value={_id}>
              <bdi>{name}</bdi>
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      {error && !creators ? (
        <p role="alert" className="text-danger-ink text-sm">
          The names did not load.{" "}
          <Button variant="link" size="inline" className="text-sm" onClick={() => void mutate()}>
            Retry
          </Button>
        </p>
      ) : null}
    </div>
  );
}
