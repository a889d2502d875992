"use client";

import type { MapLayer } from "@/lib/data-maps/schema";
import type { SizeBy } from "@/lib/data-maps/style/schema";
import { NumberField } from "./number-field";
import { SelectField } from "./select-field";

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
export function SizeFields({ layer: { sizeBy, kind, statistics }, attributes, problem, onChange }: SizeFieldsProps) {
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
