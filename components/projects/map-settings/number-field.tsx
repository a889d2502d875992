"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NumberFieldProps {
  label: string;
  /** NaN while the field is empty. */
  value: number;
  least?: number;
  most?: number;
  step?: number;
  problem?: string | undefined;
  onChange: (value: number) => void;
}

export function NumberField({ label, value, least, most, step = 1, problem, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={problem}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="decimal"
          min={least}
          max={most}
          step={step}
          value={Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
