"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { type Condition, type LabelStyle, labelStyleSchema } from "@/lib/data-maps/style/display-schema";
import { ColorPicker, ListField, NumberField, SelectField } from "./field-controls";
import { problemIn } from "./map-draft";

interface ConditionFieldsProps {
  layer: MapLayer;
  problem: string | undefined;
  onChange: (condition: Condition | undefined) => void;
}

const LIMITS = { atLeast: "At least", atMost: "At most" } as const;

/** Which features of a layer have labels. */
function ConditionFields({ layer: { labelStyle, attributes, label, statistics }, problem, onChange }: ConditionFieldsProps) {
  const { condition } = labelStyle ?? {};
  const first = condition?.attribute ?? attributes[0] ?? label ?? "";
  const all = (
    <SelectField
      label="Labels of"
      value={condition?.kind ?? "all"}
      options={[
        ["all", "All features"],
        ["number", "By number"],
        ["values", "By value"],
      ]}
      onChange={(kind) => choose(kind, first)}
    />
  );
  function choose(kind: string, attribute: string): void {
    const values = statistics?.[attribute]?.values?.map(([value]) => value) ?? [];
    if (kind === "number") onChange({ kind, attribute, atLeast: 0 });
    else onChange(kind === "values" ? { kind, attribute, values } : undefined);
  }
  if (!condition) return all;
  return (
    <>
      {all}
      <SelectField
        label="Condition on"
        value={first}
        options={[...new Set([first, ...attributes])].map((name) => [name, name])}
        onChange={(attribute) => choose(condition.kind, attribute)}
      />
      {condition.kind === "values" ? (
        <ListField
          key={first}
          label="Values with labels"
          hint="One value on each line."
          values={condition.values.map(String)}
          problem={problem}
          onChange={(values) => onChange({ ...condition, values })}
        />
      ) : (
        (["atLeast", "atMost"] as const).map((limit) => (
          <NumberField
            key={limit}
            label={LIMITS[limit]}
            value={condition[limit] ?? Number.NaN}
            problem={limit === "atLeast" ? problem : undefined}
            onChange={(number) => onChange({ ...condition, [limit]: Number.isNaN(number) ? undefined : number })}
          />
        ))
      )}
    </>
  );
}

interface LabelFieldsProps {
  layer: MapLayer;
  problem: string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

const FIRST_COLORS = { text: "#0c1b2b", halo: "#ffffff" };

/** The label of the features of a layer: its attribute, how it looks, and which features have it. */
export function LabelFields({ layer, problem, onChange }: LabelFieldsProps) {
  const listId = useId();
  const { label, labelStyle = {}, attributes } = layer;
  const { size = 13, colors, minZoom = 0 } = labelStyle;
  const problemOf = (member: string) => problemIn(labelStyleSchema, labelStyle, member);
  const change = (changes: Partial<LabelStyle>) => onChange({ labelStyle: { ...labelStyle, ...changes } });
  const field = (
    <Field label="Label" hint="The map shows the text of this attribute at each feature." error={problem} className="col-span-2">
      {(control) => (
        <>
          <Input
            {...control}
            list={listId}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            placeholder="None"
            value={label ?? ""}
            onChange={({ target }) => onChange({ label: target.value || null })}
          />
          <datalist id={listId}>
            {attributes.map((attribute) => (
              <option key={attribute} value={attribute} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
  if (label === null) return field;
  const picker = (name: keyof typeof FIRST_COLORS) =>
    colors && (
      <ColorPicker
        label={`Colour of the ${name}`}
        value={colors[name]}
        onChange={(color) => change({ colors: { ...colors, [name]: color } })}
      />
    );
  return (
    <>
      {field}
      <NumberField
        label="Label size (pixels)"
        value={size}
        least={8}
        most={32}
        problem={problemOf("size")}
        onChange={(size) => change({ size })}
      />
      <NumberField
        label="Labels from zoom"
        value={minZoom}
        least={0}
        most={24}
        problem={problemOf("minZoom")}
        onChange={(minZoom) => change({ minZoom })}
      />
      <div className="col-span-2 flex items-center gap-2">
        <Label className="flex min-h-9 flex-1 items-center gap-2 font-normal">
          <Checkbox
            checked={colors !== undefined}
            onChange={({ target }) => change({ colors: target.checked ? FIRST_COLORS : undefined })}
          />
          Own colours of text and halo
        </Label>
        {picker("text")}
        {picker("halo")}
      </div>
      <ConditionFields layer={layer} problem={problemOf("condition")} onChange={(condition) => change({ condition })} />
    </>
  );
}
