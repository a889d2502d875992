"use client";

import { useId } from "react";
import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { type Condition, type LabelStyle, labelStyleSchema } from "@/lib/data-maps/style/display-schema";
import { ColorInput } from "./color-input";
import { ListField } from "./list-field";
import { problemIn } from "./map-draft";
import { NumberField } from "./number-field";

interface LabelFieldsProps {
  layer: MapLayer;
  problem: string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

const FIRST_COLORS = { text: "#0c1b2b", halo: "#ffffff" };
const [THEME, OWN] = ["theme", "own"];

/** The label of the features of a layer: its attribute, how it looks, and which features have it. */
export function LabelFields({ layer: { label, labelStyle = {}, attributes, statistics = {} }, problem, onChange }: LabelFieldsProps) {
  const listId = useId();
  const { size = 13, colors, minZoom = 0, condition } = labelStyle;
  const problemOf = (member: string) => problemIn(labelStyleSchema, labelStyle, member);
  const change = (changes: Partial<LabelStyle>) => onChange({ labelStyle: { ...labelStyle, ...changes } });
  return (
    <>
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
      {label === null ? null : (
        <>
          <NumberField
            label="Label size (pixels)"
            value={size}
            least={8}
            most={32}
            problem={problemOf("size")}
            onChange={(chosen) => change({ size: chosen })}
          />
          <NumberField
            label="Labels from zoom"
            value={minZoom}
            least={0}
            most={24}
            problem={problemOf("minZoom")}
            onChange={(chosen) => change({ minZoom: chosen })}
          />
          <Field label="Label colours" className="col-span-2">
            {({ id }) => (
              <Select
                id={id}
                label="Label colours"
                value={colors ? OWN : THEME}
                options={[
                  [THEME, "Those of the light or dark theme"],
                  [OWN, "Own colours"],
                ]}
                onChange={(chosen) => change({ colors: chosen === OWN ? FIRST_COLORS : undefined })}
              />
            )}
          </Field>
          {colors ? (
            <>
              <Field label="Text colour" error={problemOf("colors.text")}>
                {(control) => (
                  <ColorInput
                    {...control}
                    label="Choose the colour of the text"
                    value={colors.text}
                    onChange={(text) => change({ colors: { ...colors, text } })}
                  />
                )}
              </Field>
              <Field label="Halo colour" error={problemOf("colors.halo")}>
                {(control) => (
                  <ColorInput
                    {...control}
                    label="Choose the colour of the halo"
                    value={colors.halo}
                    onChange={(halo) => change({ colors: { ...colors, halo } })}
                  />
                )}
              </Field>
            </>
          ) : null}
          <ConditionFields
            condition={condition}
            attributes={attributes.length > 0 ? attributes : [label]}
            valuesOf={(attribute) => statistics[attribute]?.values?.map(([value]) => String(value)) ?? []}
            problem={problemOf("condition")}
            onChange={(chosen) => change({ condition: chosen })}
          />
        </>
      )}
    </>
  );
}

interface ConditionFieldsProps {
  condition: Condition | undefined;
  attributes: readonly string[];
  /** Returns the known values of an attribute. */
  valuesOf: (attribute: string) => string[];
  problem: string | undefined;
  onChange: (condition: Condition | undefined) => void;
}

const orNone = (value: number) => (Number.isNaN(value) ? undefined : value);

function ConditionFields({ condition, attributes, valuesOf, problem, onChange }: ConditionFieldsProps) {
  function choose(kind: string, attribute = condition?.attribute ?? attributes[0] ?? ""): void {
    if (kind === "number") onChange({ kind, attribute, atLeast: 0 });
    else onChange(kind === "values" ? { kind, attribute, values: valuesOf(attribute) } : undefined);
  }
  return (
    <>
      <Field label="Labels of" className={condition ? undefined : "col-span-2"}>
        {({ id }) => (
          <Select
            id={id}
            label="Labels of"
            value={condition?.kind ?? "all"}
            options={[
              ["all", "All features"],
              ["number", "By number"],
              ["values", "By value"],
            ]}
            onChange={(kind) => choose(kind)}
          />
        )}
      </Field>
      {condition ? (
        <Field label="Condition on">
          {({ id }) => (
            <Select
              id={id}
              label="Condition on"
              value={condition.attribute}
              options={[...new Set([condition.attribute, ...attributes])].map((name) => [name, name] as const)}
              onChange={(attribute) => choose(condition.kind, attribute)}
            />
          )}
        </Field>
      ) : null}
      {condition?.kind === "number" ? (
        <>
          <NumberField
            label="At least"
            value={condition.atLeast ?? Number.NaN}
            step={0.001}
            problem={problem}
            onChange={(atLeast) => onChange({ ...condition, atLeast: orNone(atLeast) })}
          />
          <NumberField
            label="At most"
            value={condition.atMost ?? Number.NaN}
            step={0.001}
            onChange={(atMost) => onChange({ ...condition, atMost: orNone(atMost) })}
          />
        </>
      ) : null}
      {condition?.kind === "values" ? (
        <ListField
          key={condition.attribute}
          label="Values with labels"
          hint="One value on each line."
          values={condition.values.map(String)}
          problem={problem}
          onChange={(values) => onChange({ ...condition, values })}
        />
      ) : null}
    </>
  );
}
