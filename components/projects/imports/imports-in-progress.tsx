"use client";

import { useId, useRef, useState } from "react";
import type { MapProject } from "@/components/map-viewer/use-map-selection";
import { useBanner } from "@/components/shared/banner-provider";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ImportSummary } from "@/lib/imports/schema";
import { projectErrorMessage } from "../project-error";
import { useImports } from "../use-imports";
import { ImportRow } from "./import-row";
import { isRunning } from "./import-words";

/** Shown before the others are asked for: the list of projects is what the screen is for. */
const FIRST_SHOWN = 3;

interface ImportsInProgressProps {
  /** Those of when the page was made. */
  initial: ImportSummary[];
  /** The list of projects is another now. */
  onChange: () => void;
  onViewMap: (map: Pick<MapProject, "name" | "safeName" | "viewMap">) => void;
}

/** What is on its way into the list of projects, with its progress, and what of one's own has failed on the way. */
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

/**
 * A button that was pressed goes with its row: unless the focus is elsewhere by now, the button after it takes it, or the one before,
 * or the screen.
 */
function focusAfter(place: number, buttons: readonly HTMLElement[]): void {
  const pressed = buttons[place];
  const { activeElement, body } = document;
  if (!pressed || (activeElement !== pressed && activeElement !== body)) return;
  const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById("content");
  next?.focus({ preventScroll: true });
}
