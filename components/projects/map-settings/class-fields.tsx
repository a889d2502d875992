"use client";

import { useId, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CLASS_METHODS, type ClassMethod } from "@/lib/data-maps/style/class-limits";
import { type ClassChoice, divideClasses } from "@/lib/data-maps/style/make-color-by";
import { type ClassColors, MOST_CLASSES } from "@/lib/data-maps/style/schema";
import { ColorPicker, SelectField } from "./field-controls";
import { FIRST_SCALE, ScaleFields, scaleOf } from "./scale-fields";

export const FIRST_CHOICE: ClassChoice = { count: 5, method: "quantiles", ...FIRST_SCALE };
const FEWEST_CLASSES = 2;
const counts = Array.from({ length: MOST_CLASSES - FEWEST_CLASSES + 1 }, (_, index) => String(index + FEWEST_CLASSES));
const methods = Object.entries(CLASS_METHODS) as [ClassMethod, string][];

interface ClassFieldsProps<Shown extends ClassColors> {
  colorBy: Shown;
  /** Of the attribute or the raster; undefined when nothing is known of it. */
  quantiles: readonly number[] | undefined;
  problem: string | undefined;
  onChange: (colorBy: Shown) => void;
}

export function ClassFields<Shown extends ClassColors>({ colorBy, quantiles, problem, onChange }: ClassFieldsProps<Shown>) {
  const { limits, colors } = colorBy;
  const problemId = useId();
  const [method, setMethod] = useState<ClassMethod>(FIRST_CHOICE.method);

  const divide = (count: number, chosen: ClassMethod) => {
    if (quantiles) onChange({ ...colorBy, ...divideClasses(quantiles, { count, method: chosen, ...scaleOf(colors) }) });
  };

  return (
    <>
      {quantiles ? (
        <>
          <SelectField
            label="Classes"
            value={String(colors.length)}
            options={counts.map((count) => [count, count] as const)}
            onChange={(count) => divide(Number(count), method)}
          />
          <SelectField
            label="Divided by"
            value={method}
            options={methods}
            onChange={(chosen) => {
              setMethod(chosen as ClassMethod);
              divide(colors.length, chosen as ClassMethod);
            }}
          />
        </>
      ) : null}
      <ScaleFields shown={colorBy} onChange={(changes) => onChange({ ...colorBy, ...changes })} />
      <ul aria-label="Classes" className="col-span-2 grid gap-1.5">
        {colors.map((color, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: classes have no other identity than their order
          <li key={index} className="flex items-center gap-2">
            <ColorPicker
              label={`Colour of class ${index + 1}`}
              value={color}
              onChange={(chosen) => onChange({ ...colorBy, colors: colors.map((each, place) => (place === index ? chosen : each)) })}
            />
            {index === 0 ? (
              <span className="text-sm">Below {Number.isFinite(limits[0]) ? limits[0] : "…"}</span>
            ) : (
              <>
                <span className="text-sm">From</span>
                <Input
                  type="number"
                  step="any"
                  aria-label={`Lower limit of class ${index + 1}`}
                  aria-invalid={problem ? true : undefined}
                  aria-describedby={problem ? problemId : undefined}
                  value={Number.isNaN(limits[index - 1]) ? "" : limits[index - 1]}
                  onChange={({ target }) =>
                    onChange({ ...colorBy, limits: limits.map((each, place) => (place === index - 1 ? target.valueAsNumber : each)) })
                  }
                  className="max-w-36"
                />
              </>
            )}
          </li>
        ))}
        <li className="empty:hidden">
          <FieldError id={problemId}>{problem}</FieldError>
        </li>
      </ul>
    </>
  );
}
