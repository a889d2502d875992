"use client";

import { X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import type { MapLayer } from "@/lib/data-maps/schema";
import { MOST_SHOWN_ATTRIBUTES, type ShownAttribute } from "@/lib/data-maps/style/display-schema";
import { focusMoved, MoveButton } from "./move-button";
import { SelectField } from "./select-field";
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
  const choose = (chosen: string) =>
    chosen === ALL ? onChange({ popup: undefined }) : show(attributes.map((attribute) => ({ attribute })));
  const choice = (
    <SelectField
      label="Popup"
      value={popup ? CHOSEN : ALL}
      options={[
        [ALL, "All attributes"],
        [CHOSEN, "Chosen attributes"],
      ]}
      className="col-span-2"
      onChange={(chosen) => (popup && chosen === CHOSEN ? undefined : choose(chosen))}
    />
  );
  if (!popup) return choice;
  function move(index: number, by: -1 | 1): void {
    const moved = [...(popup ?? [])];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    flushSync(() => show(moved));
    focusMoved(list.current, index + by, by);
  }
  function leaveOut(index: number): void {
    flushSync(() => show(popup?.filter((_, place) => place !== index) ?? []));
    list.current?.querySelectorAll("summary")[Math.max(0, index - 1)]?.focus();
  }
  const left = attributes.filter((attribute) => !popup.some((shown) => shown.attribute === attribute));
  return (
    <>
      {choice}
      <ol ref={list} aria-label="Attributes of the popup" className="col-span-2 grid gap-1.5 empty:hidden">
        {popup.map((shown, index) => (
          <li key={shown.attribute} className="relative min-w-0 rounded-lg border">
            <ShownAttributeFields shown={shown} onChange={(changed) => show(popup.map((each) => (each === shown ? changed : each)))} />
            <div className="absolute top-0.5 right-1 flex">
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
            </div>
          </li>
        ))}
      </ol>
      {left.length > 0 ? (
        <SelectField
          label="Add to the popup"
          value={NONE}
          options={[[NONE, "Choose an attribute"], ...left.map((name) => [name, name] as const)]}
          className="col-span-2"
          onChange={(attribute) => (attribute === NONE ? undefined : show([...popup, { attribute }]))}
        />
      ) : null}
    </>
  );
}
