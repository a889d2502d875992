"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ShownAttribute, shownAttributeSchema } from "@/lib/data-maps/style/display-schema";
import { ListField } from "./list-field";
import { problemIn } from "./map-draft";
import { NumberField } from "./number-field";
import { SelectField } from "./select-field";

const KINDS = { text: "Text or number", date: "Date", link: "Link", picture: "Picture" } as const;

interface ShownAttributeFieldsProps {
  shown: ShownAttribute;
  onChange: (shown: ShownAttribute) => void;
}

/** How an attribute is shown. */
export function ShownAttributeFields({ shown, onChange }: ShownAttributeFieldsProps) {
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
