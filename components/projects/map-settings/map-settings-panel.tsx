"use client";

import { ArrowLeft, FileWarning, FolderOpen } from "lucide-react";
import Link from "next/link";
import { useLoaded } from "@/components/files/load-states";
import { fileFailure, loadContent } from "@/components/files/manager/actions/file-calls";
import { EmptyState } from "@/components/shared/empty-state";
import { FailurePanel } from "@/components/shared/failure-panel";
import { Button, IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { MAP_FILE } from "@/lib/data-maps/values";
import { readMap } from "./map-draft";
import { SettingsForm, type SettingsFormProps } from "./settings-form";

type MapSettingsPanelProps = Omit<SettingsFormProps, "loaded" | "onReload">;

/** Edits the map.json of a data map. */
export function MapSettingsPanel(props: MapSettingsPanelProps) {
  const { safeName } = props.project;
  const { state, retry } = useLoaded(safeName, async (signal) => {
    const { content, etag } = await loadContent(safeName, MAP_FILE, signal);
    return { ...readMap(content), etag };
  });

  if (state.kind === "ready" && state.value.kind === "valid") {
    const { map, etag } = state.value;
    return <SettingsForm {...props} loaded={{ map, etag }} onReload={retry} />;
  }
  return (
    <>
      <DialogBody>
        {state.kind === "loading" ? <Skeleton className="h-64" /> : null}
        {state.kind === "failed" ? (
          <FailurePanel
            error={state.error}
            message={fileFailure(state.error, "Failed to load map.json", "Error connecting to server")}
            retryLabel="Retry"
            onRetry={retry}
            isLine
          />
        ) : null}
        {state.kind === "ready" && state.value.kind === "invalid" ? (
          <InvalidMap safeName={safeName} problems={state.value.problems} />
        ) : null}
      </DialogBody>
      <DialogFooter>
        <IconButton icon={ArrowLeft} label="Back" variant="ghost" className="mr-auto" autoFocus onClick={props.onBack} />
        <Button variant="secondary" onClick={props.onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}

const SHOWN = 5;

function InvalidMap({ safeName, problems }: { safeName: string; problems: readonly string[] }) {
  const more = problems.length - SHOWN;
  return (
    <EmptyState
      icon={FileWarning}
      tone="error"
      title="map.json has mistakes"
      className="wrap-anywhere"
      action={
        <Button asChild variant="secondary">
          <Link href={`/projects?files=${safeName}`}>
            <FolderOpen aria-hidden />
            Open Its Files
          </Link>
        </Button>
      }
    >
      <span className="mb-2 block">Correct the file in the file manager, then open the map settings again.</span>
      {problems.slice(0, SHOWN).map((problem) => (
        <span key={problem} className="block font-mono text-sm">
          {problem}
        </span>
      ))}
      {more > 0 ? <span className="block">and {more.toLocaleString("en-US")} more</span> : null}
    </EmptyState>
  );
}
