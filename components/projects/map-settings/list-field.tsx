"use client";

import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

interface ListFieldProps {
  label: string;
  hint: string;
  values: readonly string[];
  problem: string | undefined;
  onChange: (values: string[]) => void;
}

/** Texts, one on each line. */
export function ListField({ label, hint, values, problem, onChange }: ListFieldProps) {
  return (
    <Field label={label} hint={hint} error={problem} className="col-span-2">
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          spellCheck={false}
          // Empty lines stay while the user types.
          defaultValue={values.join("\n")}
          onChange={({ target }) => onChange(target.value.split("\n").flatMap((line) => line.trim() || []))}
        />
      )}
    </Field>
  );
}
