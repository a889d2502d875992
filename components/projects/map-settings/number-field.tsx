"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface NumberFieldProps {
  label: string;
  /** NaN while the field is empty. */
  value: number;
  least?: number;
  most?: number;
  step?: number | "any";
  placeholder?: string;
  problem?: string | undefined;
  /** Marks the field without a message of its own. */
  isInvalid?: boolean;
  onChange: (value: number) => void;
}

export function NumberField({ label, value, least, most, step = 1, placeholder, problem, isInvalid = false, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={problem} isInvalid={isInvalid}>
      {(control) => (
        <Input
          {...control}
          type="number"
          // Some keyboards for decimals have no minus.
          inputMode={least === undefined ? undefined : "decimal"}
          min={least}
          max={most}
          step={step}
          placeholder={placeholder}
          value={Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
