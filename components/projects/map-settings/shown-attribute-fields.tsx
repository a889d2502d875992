"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Select } from "@/components/shared/form/select";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type ShownAttribute, shownAttributeSchema } from "@/lib/data-maps/style/display-schema";
import { ListField } from "./list-field";
import { problemIn } from "./map-draft";
import { NumberField } from "./number-field";

const KINDS = { text: "Text or number", date: "Date", link: "Link", picture: "Picture" } as const;
type Kind = keyof typeof KINDS;

interface ShownAttributeFieldsProps {
  shown: ShownAttribute;
  onChange: (shown: ShownAttribute) => void;
  /** Buttons of the attribute. */
  children: ReactNode;
}

/** How an attribute is shown. A mistake keeps the fields open. */
export function ShownAttributeFields({ shown, onChange, children }: ShownAttributeFieldsProps) {
  const bodyId = useId();
  const [isOpen, setOpen] = useState(false);
  const { attribute, name = "", unit = "", decimals = Number.NaN, kind = "text", hosts = [] } = shown;
  const change = (changes: Partial<ShownAttribute>) => onChange({ ...shown, ...changes });
  const problemOf = (member: string) => problemIn(shownAttributeSchema, shown, member);
  const isLinked = kind === "link" || kind === "picture";
  const isShown = isOpen || !shownAttributeSchema.safeParse(shown).success;
  return (
    <>
      <div className="flex items-center gap-0.5 py-0.5 pr-1 pl-3">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={bodyId}
          onClick={() => setOpen(!isShown)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 text-left"
        >
          <span className="wrap-anywhere min-w-0 flex-1">
            {attribute}
            {name ? <span className="text-ink-muted"> · {name}</span> : null}
          </span>
          <ChevronDown aria-hidden className={cn("size-4 shrink-0 text-ink-muted transition-transform", isShown && "rotate-180")} />
        </button>
        {children}
      </div>
      <div id={bodyId} hidden={!isShown} className="border-t p-3">
        {isShown ? (
          <div className="grid grid-cols-2 items-start gap-3">
            <Field label="Shown name" className="col-span-2">
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  placeholder={attribute}
                  value={name}
                  onChange={({ target }) => change({ name: target.value || undefined })}
                />
              )}
            </Field>
            <Field label="Shown as" className="col-span-2">
              {({ id }) => (
                <Select
                  id={id}
                  label="Shown as"
                  value={kind}
                  options={Object.entries(KINDS)}
                  onChange={(chosen) => change({ kind: chosen as Kind })}
                />
              )}
            </Field>
            {kind === "text" ? (
              <>
                <Field label="Unit">
                  {(control) => (
                    <Input
                      {...control}
                      maxLength={20}
                      value={unit}
                      onChange={({ target }) => change({ unit: target.value || undefined })}
                    />
                  )}
                </Field>
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
            {isLinked ? (
              <ListField
                label="Allowed hosts"
                hint="One on each line, such as files.example.com. Only https addresses on them become links or pictures."
                values={hosts}
                problem={problemOf("hosts")}
                onChange={(chosen) => change({ hosts: chosen })}
              />
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}
