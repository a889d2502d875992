"use client";

import type { MapLayer } from "@/lib/data-maps/schema";
import { makeCategories, makeClasses } from "@/lib/data-maps/style/make-color-by";
import type { ColorBy, Statistics } from "@/lib/data-maps/style/schema";
import { isTiled } from "@/lib/data-maps/values";
import { CategoryFields } from "./category-fields";
import { ClassFields, FIRST_CHOICE } from "./class-fields";
import { SelectField } from "./select-field";
import { SizeFields } from "./size-fields";

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
