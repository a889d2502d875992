"use client";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import useSWR from "swr";
import { z } from "zod";
import type { MapProject } from "@/components/map-viewer/use-map-selection";
import { useBanner } from "@/components/shared/banner-provider";
import { requestJson } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type ImportSummary, importSummarySchema } from "@/lib/imports/schema";
import { projectErrorMessage } from "../project-error";
import { isRunning } from "./import-messages";
import { ImportRow } from "./import-row";

const PATH = "/api/project/imports";

/** Milliseconds. */
const RUNNING_POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;
const RETRY_MS = 2_000;

const importsSchema = z.object({ imports: z.array(importSummarySchema) });

/** Polls running imports and the viewer's failed ones. @param onChange called when the list of projects changes */
function useImports(initial: ImportSummary[], onChange: () => void) {
  const { data, mutate } = useSWR<ImportSummary[], unknown>(PATH, async () => importsSchema.parse(await requestJson(PATH)).imports, {
    fallbackData: initial,
    refreshInterval: (latest) => (latest?.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS),
    errorRetryInterval: RETRY_MS,
    dedupingInterval: 500,
  });
  const imports = data ?? initial;
  const marks = imports.map(({ _id, viewable, status }) => `${_id} ${viewable} ${status}`).join();
  const before = useRef(marks);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current !== marks) tell();
    before.current = marks;
  }, [marks]);
  return {
    imports,
    dismiss: async (id: string) => {
      await requestJson(`${PATH}/${id}`, { method: "DELETE" });
      await mutate((shown = initial) => shown.filter(({ _id }) => _id !== id), { revalidate: false });
    },
  };
}

const FIRST_SHOWN = 3;

interface ImportsInProgressProps {
  initial: ImportSummary[];
  onChange: () => void;
  onViewMap: (map: Pick<MapProject, "name" | "safeName" | "viewMap">) => void;
}

export function ImportsInProgress({ initial, onChange, onViewMap }: ImportsInProgressProps) {
  const { imports, dismiss } = useImports(initial, onChange);
  const { showBanner } = useBanner();
  const [isWhole, setWhole] = useState(false);
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  if (imports.length === 0) return null;
  const running = imports.filter(isRunning).length;
  const shown = isWhole ? imports : imports.slice(0, FIRST_SHOWN);

  async function take({ _id }: ImportSummary): Promise<void> {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLButtonElement);
    try {
      await dismiss(_id);
      focusAfter(place, buttons);
    } catch (error) {
      showBanner({ tone: "error", message: projectErrorMessage(error, "The notice could not be dismissed.") });
    }
  }

  return (
    <Card aria-labelledby={heading} className="overflow-hidden">
      <h2 id={heading} className="border-b bg-surface px-4 py-2.5 font-medium text-sm">
        {running > 0 ? "Imports in Progress" : "Failed Imports"}{" "}
        <span className="ml-1 text-ink-muted tabular-nums">{(running || imports.length).toLocaleString("en-US")}</span>
      </h2>
      <ul ref={list} className="divide-y">
        {shown.map((one) => (
          <ImportRow
            key={one._id}
            progress={one}
            onViewMap={() => onViewMap({ name: one.projectName, safeName: one.safeName, viewMap: one.viewMap })}
            onDismiss={() => take(one)}
          />
        ))}
      </ul>
      {imports.length > FIRST_SHOWN ? (
        <div className="border-t px-2 py-1">
          <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show fewer" : `Show all ${imports.length.toLocaleString("en-US")}`}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Moves the focus from a removed button to the next one, the previous one, or the screen. */
function focusAfter(place: number, buttons: readonly HTMLElement[]): void {
  const pressed = buttons[place];
  const { activeElement, body } = document;
  if (!pressed || (activeElement !== pressed && activeElement !== body)) return;
  const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById("content");
  next?.focus({ preventScroll: true });
}
