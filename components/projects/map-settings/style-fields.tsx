"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { makeCategories, makeClasses, OTHER_COLOR } from "@/lib/data-maps/style/make-color-by";
import { CATEGORY_PALETTES, type CategoryPalette } from "@/lib/data-maps/style/palettes";
import type { Categories, ColorBy, SizeBy, Statistics } from "@/lib/data-maps/style/schema";
import { isTiled } from "@/lib/data-maps/values";
import { ClassFields, FIRST_CHOICE } from "./class-fields";
import { ColorPicker, NumberField, SelectField } from "./field-controls";
import { PaletteOption } from "./palette-option";

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

function CategoryFields({ colorBy, onChange }: CategoryFieldsProps) {
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

const NONE = "";
const FIRST_SIZES: Readonly<Record<"points" | "lines", SizeBy["sizes"]>> = { points: [3, 18], lines: [1, 8] };

interface SizeFieldsProps {
  layer: MapLayer;
  /** Attributes with numbers. */
  attributes: readonly string[];
  problem: string | undefined;
  onChange: (sizeBy: SizeBy | null) => void;
}

/** Lets the radius of points, or the width of lines, grow with a number. */
function SizeFields({ layer: { sizeBy, kind, statistics }, attributes, problem, onChange }: SizeFieldsProps) {
  if (attributes.length === 0 && !sizeBy) return null;
  const measure = kind === "lines" ? "width" : "radius";

  function choose(attribute: string): void {
    const { quantiles = [] } = statistics?.[attribute] ?? {};
    const [least, greatest] = [quantiles[0], quantiles.at(-1)];
    if (attribute === NONE) onChange(null);
    else if (least !== undefined && greatest !== undefined)
      onChange({ attribute, values: [least, greatest], sizes: sizeBy?.sizes ?? FIRST_SIZES[kind === "lines" ? "lines" : "points"] });
  }

  const names = [...new Set([...(sizeBy ? [sizeBy.attribute] : []), ...attributes])];
  return (
    <>
      <SelectField
        label="Size by"
        className="col-span-2"
        value={sizeBy?.attribute ?? NONE}
        options={[[NONE, "All the same"] as const, ...names.map((name) => [name, name] as const)]}
        onChange={choose}
      />
      {sizeBy ? (
        <>
          <NumberField
            label={`Smallest ${measure}`}
            value={sizeBy.sizes[0]}
            least={0.5}
            most={60}
            step={0.5}
            problem={problem}
            onChange={(size) => onChange({ ...sizeBy, sizes: [size, sizeBy.sizes[1]] })}
          />
          <NumberField
            label={`Largest ${measure}`}
            value={sizeBy.sizes[1]}
            least={0.5}
            most={60}
            step={0.5}
            onChange={(size) => onChange({ ...sizeBy, sizes: [sizeBy.sizes[0], size] })}
          />
        </>
      ) : null}
    </>
  );
}

interface StyleFieldsProps {
  layer: MapLayer;
  problemOf: (member: keyof MapLayer) => string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

type Kind = ColorBy["kind"];

/** Returns the attributes that can give colours of a kind. */
function attributesOf(statistics: Statistics, kind: Kind): string[] {
  const names = Object.keys(statistics);
  if (kind === "categories") return names.filter((name) => statistics[name]?.values);
  return names.filter((name) => {
    const { quantiles = [] } = statistics[name] ?? {};
    return quantiles.length > 0 && quantiles[0] !== quantiles.at(-1);
  });
}

function firstColorBy(kind: Kind, attribute: string, { values = [], quantiles = [] }: Statistics[string]): ColorBy {
  if (kind === "classes") return makeClasses(attribute, quantiles, FIRST_CHOICE);
  return makeCategories(
    attribute,
    values.map(([value]) => value),
    "Tableau",
  );
}

/** How the features of a layer are coloured and sized: all alike, or by an attribute. */
export function StyleFields({ layer, problemOf, onChange }: StyleFieldsProps) {
  const { colorBy, kind, statistics = {}, pointStyle = "circles" } = layer;
  const choices: Record<Kind, string[]> = {
    categories: attributesOf(statistics, "categories"),
    classes: attributesOf(statistics, "classes"),
  };
  const options = [
    ["one", "One colour"],
    ...(choices.categories.length > 0 || colorBy?.kind === "categories" ? [["categories", "By category"] as const] : []),
    ...(choices.classes.length > 0 || colorBy?.kind === "classes" ? [["classes", "By number"] as const] : []),
  ] as const;

  function choose(chosen: Kind, attribute: string | undefined): void {
    const known = attribute === undefined ? undefined : statistics[attribute];
    if (attribute !== undefined && known) onChange({ colorBy: firstColorBy(chosen, attribute, known) });
  }

  function chooseKind(chosen: string): void {
    if (chosen === (colorBy?.kind ?? "one")) return;
    if (chosen === "categories" || chosen === "classes") {
      const sought = choices[chosen];
      choose(chosen, sought.find((name) => name === colorBy?.attribute) ?? sought[0]);
    } else onChange({ colorBy: null });
  }

  return (
    <>
      {options.length === 1 ? null : <SelectField label="Colours" value={colorBy?.kind ?? "one"} options={options} onChange={chooseKind} />}
      {colorBy ? (
        <SelectField
          label="Attribute"
          value={colorBy.attribute}
          options={[...new Set([colorBy.attribute, ...choices[colorBy.kind]])].map((name) => [name, name] as const)}
          onChange={(attribute) => choose(colorBy.kind, attribute)}
        />
      ) : null}
      {colorBy?.kind === "categories" ? <CategoryFields colorBy={colorBy} onChange={(changed) => onChange({ colorBy: changed })} /> : null}
      {colorBy?.kind === "classes" ? (
        <ClassFields
          key={colorBy.attribute}
          colorBy={colorBy}
          problem={problemOf("colorBy")}
          quantiles={statistics[colorBy.attribute]?.quantiles}
          onChange={(changed) => onChange({ colorBy: changed })}
        />
      ) : null}
      {kind === "points" ? (
        <SelectField
          label="Points as"
          className="col-span-2"
          value={pointStyle}
          options={[
            ["circles", "Circles"],
            // Tiles cut clusters at their edges.
            ...(isTiled(layer.format) ? [] : [["clusters", "Clusters with their number"] as const]),
            ["heatmap", "Heat map"],
          ]}
          onChange={(chosen) => onChange({ pointStyle: chosen as NonNullable<MapLayer["pointStyle"]> })}
        />
      ) : null}
      {kind === "areas" || pointStyle !== "circles" ? null : (
        <SizeFields layer={layer} attributes={choices.classes} problem={problemOf("sizeBy")} onChange={(sizeBy) => onChange({ sizeBy })} />
      )}
    </>
  );
}
