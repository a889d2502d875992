"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { makeCategories, OTHER_COLOR } from "@/lib/data-maps/style/make-color-by";
import { CATEGORY_PALETTES, type CategoryPalette } from "@/lib/data-maps/style/palettes";
import type { Categories } from "@/lib/data-maps/style/schema";
import { ColorPicker } from "./color-input";
import { PaletteOption } from "./palette-option";
import { SelectField } from "./select-field";

const palettes = Object.keys(CATEGORY_PALETTES) as CategoryPalette[];
const OWN = "own";

interface CategoryFieldsProps {
  colorBy: Categories;
  onChange: (colorBy: Categories) => void;
}

/** Returns the palette that the colours are of. */
function paletteOf({ categories }: Categories): string {
  const isOf = (palette: CategoryPalette) =>
    categories.every(({ color }, index) => color === CATEGORY_PALETTES[palette][index % CATEGORY_PALETTES[palette].length]);
  return palettes.find(isOf) ?? OWN;
}

export function CategoryFields({ colorBy, onChange }: CategoryFieldsProps) {
  const { attribute, categories, other } = colorBy;
  const palette = paletteOf(colorBy);
  const change = (index: number, changes: Partial<Categories["categories"][number]>) =>
    onChange({ ...colorBy, categories: categories.map((category, place) => (place === index ? { ...category, ...changes } : category)) });

  function choosePalette(chosen: string): void {
    if (chosen === OWN) return;
    const values = categories.map(({ value }) => value);
    onChange(makeCategories(attribute, values, chosen as CategoryPalette, colorBy));
  }

  return (
    <>
      <SelectField
        label="Palette"
        className="col-span-2"
        value={palette}
        options={[
          ...palettes.map((name) => [name, <PaletteOption key={name} name={name} colors={CATEGORY_PALETTES[name].slice(0, 8)} />] as const),
          ...(palette === OWN ? [[OWN, "Own colours"] as const] : []),
        ]}
        onChange={choosePalette}
      />
      <ul aria-label="Categories" className="col-span-2 grid gap-1.5">
        {categories.map(({ value, color, name }, index) => (
          <li key={String(value)} className="flex items-center gap-2">
            <ColorPicker label={`Colour of ${value}`} value={color} onChange={(chosen) => change(index, { color: chosen })} />
            <Input
              aria-label={`Name of ${value}`}
              maxLength={120}
              placeholder={String(value)}
              value={name ?? ""}
              onChange={({ target }) => change(index, { name: target.value || undefined })}
            />
          </li>
        ))}
        <li className="flex items-center gap-2">
          {other === null ? null : (
            <ColorPicker label="Colour of other values" value={other} onChange={(chosen) => onChange({ ...colorBy, other: chosen })} />
          )}
          <Label className="flex min-h-9 items-center gap-2 font-normal">
            <Checkbox
              checked={other !== null}
              onChange={({ target }) => onChange({ ...colorBy, other: target.checked ? OTHER_COLOR : null })}
            />
            Show other values
          </Label>
        </li>
      </ul>
    </>
  );
}
