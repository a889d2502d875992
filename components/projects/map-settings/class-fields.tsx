"use client";

import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldError, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CLASS_METHODS, type ClassMethod } from "@/lib/data-maps/style/class-limits";
import { type ClassChoice, makeClasses } from "@/lib/data-maps/style/make-color-by";
import { CLASS_PALETTES, type ClassPalette, classColors } from "@/lib/data-maps/style/palettes";
import { type Classes, MOST_CLASSES } from "@/lib/data-maps/style/schema";
import { ColorPicker } from "./color-input";
import { PaletteOption } from "./palette-option";
import { SelectField } from "./select-field";

export const FIRST_CHOICE: ClassChoice = { count: 5, method: "quantiles", palette: "Yellow to blue", isReversed: false };
const FEWEST_CLASSES = 2;
const OWN = "own";
const counts = Array.from({ length: MOST_CLASSES - FEWEST_CLASSES + 1 }, (_, index) => String(index + FEWEST_CLASSES));
const methods = Object.entries(CLASS_METHODS) as [ClassMethod, string][];

interface ClassFieldsProps {
  colorBy: Classes;
  /** Of the attribute; undefined when nothing is known of it. */
  quantiles: readonly number[] | undefined;
  problem: string | undefined;
  onChange: (colorBy: Classes) => void;
}

/** Returns the scale that colours are of, and whether it is reversed; null for others. */
function scaleOf({ colors }: Classes): Pick<ClassChoice, "palette" | "isReversed"> | null {
  const choices = CLASS_PALETTES.flatMap((palette) => [false, true].map((isReversed) => ({ palette, isReversed })));
  return choices.find(({ palette, isReversed }) => classColors(palette, colors.length, isReversed).join() === colors.join()) ?? null;
}

export function ClassFields({ colorBy, quantiles, problem, onChange }: ClassFieldsProps) {
  const { attribute, limits, colors, unit } = colorBy;
  const problemId = useId();
  const [method, setMethod] = useState<ClassMethod>(FIRST_CHOICE.method);
  const scale = scaleOf(colorBy);
  const { palette, isReversed } = scale ?? FIRST_CHOICE;

  const recolor = (changes: Partial<Pick<ClassChoice, "palette" | "isReversed">>) => {
    const chosen = { palette, isReversed, ...changes };
    onChange({ ...colorBy, colors: classColors(chosen.palette, colors.length, chosen.isReversed) });
  };
  const divide = (count: number, chosen: ClassMethod) => {
    if (quantiles) onChange(makeClasses(attribute, quantiles, { count, method: chosen, palette, isReversed }, unit));
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
      <SelectField
        label="Scale"
        className="col-span-2"
        value={scale?.palette ?? OWN}
        options={[
          ...CLASS_PALETTES.map(
            (name) => [name, <PaletteOption key={name} name={name} colors={classColors(name, 7, isReversed)} />] as const,
          ),
          ...(scale ? [] : [[OWN, "Own colours"] as const]),
        ]}
        onChange={(chosen) => (chosen === OWN ? undefined : recolor({ palette: chosen as ClassPalette }))}
      />
      <Label className="flex min-h-9 items-center gap-2 font-normal">
        <Checkbox checked={isReversed} onChange={({ target }) => recolor({ isReversed: target.checked })} />
        Reversed
      </Label>
      <Field label="Unit">
        {(control) => (
          <Input
            {...control}
            maxLength={20}
            placeholder="None"
            value={unit ?? ""}
            onChange={({ target }) => onChange({ ...colorBy, unit: target.value || undefined })}
          />
        )}
      </Field>
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
