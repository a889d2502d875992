"use client";

import { X } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { MOST_SHOWN_ATTRIBUTES, type ShownAttribute, shownAttributeSchema } from "@/lib/data-maps/style/display-schema";
import { focusMoved, ListField, MoveButton, NumberField, SelectField } from "./field-controls";
import { problemIn } from "./map-draft";

const KINDS = { text: "Text or number", date: "Date", link: "Link", picture: "Picture" } as const;

interface ShownAttributeFieldsProps {
  shown: ShownAttribute;
  onChange: (shown: ShownAttribute) => void;
}

/** How an attribute is shown. */
function ShownAttributeFields({ shown, onChange }: ShownAttributeFieldsProps) {
  const { attribute, name, decimals = Number.NaN, kind = "text", hosts = [] } = shown;
  const change = (changes: Partial<ShownAttribute>) => onChange({ ...shown, ...changes });
  const problemOf = (member: string) => problemIn(shownAttributeSchema, shown, member);
  const textField = (label: string, member: "name" | "unit", maxLength: number) => (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          maxLength={maxLength}
          value={shown[member] ?? ""}
          onChange={({ target }) => change({ [member]: target.value || undefined })}
        />
      )}
    </Field>
  );
  return (
    <details>
      <summary className="wrap-anywhere min-h-9 cursor-pointer py-2 pr-28 pl-3">{[attribute, name].filter(Boolean).join(" · ")}</summary>
      <div className="grid grid-cols-2 items-start gap-3 border-t p-3">
        {textField("Shown name", "name", 120)}
        <SelectField
          label="Shown as"
          value={kind}
          options={Object.entries(KINDS)}
          onChange={(chosen) => change({ kind: shownAttributeSchema.shape.kind.parse(chosen) })}
        />
        {kind === "text" ? (
          <>
            {textField("Unit", "unit", 20)}
            <NumberField
              label="Decimals"
              value={decimals}
              least={0}
              most={10}
              problem={problemOf("decimals")}
              onChange={(chosen) => change({ decimals: Number.isNaN(chosen) ? undefined : chosen })}
            />
          </>
        ) : null}
        {kind === "link" || kind === "picture" ? (
          <ListField
            label="Allowed hosts"
            hint="One on each line, such as files.example.com. Only https addresses on them become links or pictures."
            values={hosts}
            problem={problemOf("hosts")}
            onChange={(chosen) => change({ hosts: chosen })}
          />
        ) : null}
      </div>
    </details>
  );
}

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
