"use client";

import { useState } from "react";
import { DateText } from "@/components/shared/time/date-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { midnightOf } from "./reader-day";

/** Returns the last day before an end, in the browser's time zone, as a date field has it. */
export function lastDayOf(end: string | null): string {
  if (end === null) return "";
  const last = new Date(Date.parse(end) - 1);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(last.getFullYear()).padStart(4, "0")}-${two(last.getMonth() + 1)}-${two(last.getDate())}`;
}

interface EndFieldProps {
  hint: string;
  /** ISO 8601. The field shows its last day. */
  value: string | null;
  onChange: (end: string | null) => void;
  error?: string | undefined;
}

/** A field for the day after which something ends. Give it a new key when another value is loaded. */
export function EndField({ hint, value, onChange, error }: EndFieldProps) {
  // The field reports incomplete days while the user types, and must keep them.
  const [day, setDay] = useState(() => lastDayOf(value));

  function change(typed: string) {
    setDay(typed);
    onChange(midnightOf(typed, 1)?.toISOString() ?? null);
  }

  return (
    <Field label="Ends on" hint={hint} error={error}>
      {(control) => <Input {...control} type="date" value={day} onChange={(event) => change(event.target.value)} />}
    </Field>
  );
}

/** Shows the last day before an end, or that there is none. */
export function EndText({ end }: { end: string | null }) {
  return end === null ? <span className="text-ink-muted">No end</span> : <DateText value={new Date(Date.parse(end) - 1).toISOString()} />;
}
