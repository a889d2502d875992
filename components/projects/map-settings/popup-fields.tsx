"use client";

import { X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Select } from "@/components/shared/form/select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { MapLayer } from "@/lib/data-maps/schema";
import { MOST_SHOWN_ATTRIBUTES, type ShownAttribute } from "@/lib/data-maps/style/display-schema";
import { focusMoved, MoveButton } from "./move-button";
import { ShownAttributeFields } from "./shown-attribute-fields";

const [ALL, CHOSEN, NONE] = ["all", "chosen", ""];

interface PopupFieldsProps {
  layer: MapLayer;
  onChange: (changes: Partial<MapLayer>) => void;
}

/** Which attributes a popup shows, in which order and how. */
export function PopupFields({ layer: { popup, attributes }, onChange }: PopupFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const show = (shown: readonly ShownAttribute[]) => onChange({ popup: shown.slice(0, MOST_SHOWN_ATTRIBUTES) });
  const left = attributes.filter((attribute) => !popup?.some((shown) => shown.attribute === attribute));
  function move(index: number, by: -1 | 1): void {
    const moved = [...(popup ?? [])];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    flushSync(() => show(moved));
    focusMoved(list.current, index + by, by);
  }
  function leaveOut(index: number): void {
    flushSync(() => show(popup?.filter((_, place) => place !== index) ?? []));
    const entries = list.current?.children ?? [];
    entries[Math.min(index, entries.length - 1)]?.querySelector("button")?.focus();
  }
  return (
    <>
      <Field label="Popup" className="col-span-2">
        {({ id }) => (
          <Select
            id={id}
            label="Popup"
            value={popup ? CHOSEN : ALL}
            options={[
              [ALL, "All attributes"],
              [CHOSEN, "Chosen attributes"],
            ]}
            onChange={(chosen) =>
              chosen === ALL ? onChange({ popup: undefined }) : popup || show(attributes.map((attribute) => ({ attribute })))
            }
          />
        )}
      </Field>
      {popup ? (
        <ol ref={list} aria-label="Attributes of the popup" className="col-span-2 grid gap-1.5 empty:hidden">
          {popup.map((shown, index) => (
            <li key={shown.attribute} className="min-w-0 rounded-lg border">
              <ShownAttributeFields
                shown={shown}
                onChange={(changed) => show(popup.map((each, place) => (place === index ? changed : each)))}
              >
                <MoveButton by={-1} name={shown.attribute} disabled={index === 0} onMove={(by) => move(index, by)} />
                <MoveButton by={1} name={shown.attribute} disabled={index === popup.length - 1} onMove={(by) => move(index, by)} />
                <Button
                  variant="ghost"
                  size="small-icon"
                  title="Leave out"
                  aria-label={`Leave out ${shown.attribute}`}
                  onClick={() => leaveOut(index)}
                >
                  <X aria-hidden />
                </Button>
              </ShownAttributeFields>
            </li>
          ))}
        </ol>
      ) : null}
      {popup && left.length > 0 ? (
        <Field label="Add to the popup" className="col-span-2">
          {({ id }) => (
            <Select
              id={id}
              label="Add to the popup"
              value={NONE}
              options={[[NONE, "Choose an attribute"] as const, ...left.map((name) => [name, name] as const)]}
              onChange={(attribute) => (attribute === NONE ? undefined : show([...popup, { attribute }]))}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}
