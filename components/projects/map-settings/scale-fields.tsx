"use client";

import { Select } from "@/components/shared/form/select";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ClassChoice } from "@/lib/data-maps/style/make-color-by";
import { CLASS_PALETTES, type ClassPalette, classColors } from "@/lib/data-maps/style/palettes";
import type { RasterStyle } from "@/lib/data-maps/style/schema";
import { PaletteOption } from "./palette-option";

type Scale = Pick<ClassChoice, "palette" | "isReversed">;

export const FIRST_SCALE: Scale = { palette: "Yellow to blue", isReversed: false };
const OWN = "own";

/** Returns the scale that colours are of, and whether it is reversed; null for others. */
function findScale(colors: readonly string[]): Scale | null {
  const choices = CLASS_PALETTES.flatMap((palette) => [false, true].map((isReversed) => ({ palette, isReversed })));
  return choices.find(({ palette, isReversed }) => classColors(palette, colors.length, isReversed).join() === colors.join()) ?? null;
}

/** Returns the scale that colours are of, or the first one. */
export const scaleOf = (colors: readonly string[]) => findScale(colors) ?? FIRST_SCALE;

interface ScaleFieldsProps {
  shown: Pick<RasterStyle, "colors" | "unit">;
  onChange: (changes: Partial<Pick<RasterStyle, "colors" | "unit">>) => void;
}

/** The scale of classes or of a ramp, its direction, and the unit of its numbers. */
export function ScaleFields({ shown: { colors, unit }, onChange }: ScaleFieldsProps) {
  const scale = findScale(colors);
  const { palette, isReversed } = scale ?? FIRST_SCALE;

  const recolor = (changes: Partial<Scale>) => {
    const chosen = { palette, isReversed, ...changes };
    onChange({ colors: classColors(chosen.palette, colors.length, chosen.isReversed) });
  };

  return (
    <>
      <Field label="Scale" className="col-span-2">
        {({ id }) => (
          <Select
            id={id}
            label="Scale"
            value={scale?.palette ?? OWN}
            options={[
              ...CLASS_PALETTES.map(
                (name) => [name, <PaletteOption key={name} name={name} colors={classColors(name, 7, isReversed)} />] as const,
              ),
              ...(scale ? [] : [[OWN, "Own colours"] as const]),
            ]}
            onChange={(chosen) => (chosen === OWN ? undefined : recolor({ palette: chosen as ClassPalette }))}
          />
        )}
      </Field>
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
            onChange={({ target }) => onChange({ unit: target.value || undefined })}
          />
        )}
      </Field>
    </>
  );
}
