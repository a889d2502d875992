"use client";

import type { ReactNode } from "react";
import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: ReactNode])[];
  className?: string;
  onChange: (value: string) => void;
}

/** A choice with its label. */
export function SelectField({ label, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} {...(className && { className })}>
      {({ id }) => <Select id={id} label={label} {...select} />}
    </Field>
  );
}
