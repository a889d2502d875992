"use client";

import type { MapLayer } from "@/lib/data-maps/schema";
import type { Condition } from "@/lib/data-maps/style/display-schema";
import { ListField } from "./list-field";
import { NumberField } from "./number-field";
import { SelectField } from "./select-field";

interface ConditionFieldsProps {
  layer: MapLayer;
  problem: string | undefined;
  onChange: (condition: Condition | undefined) => void;
}

const LIMITS = { atLeast: "At least", atMost: "At most" } as const;

/** Which features of a layer have labels. */
export function ConditionFields({ layer: { labelStyle, attributes, label, statistics }, problem, onChange }: ConditionFieldsProps) {
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
