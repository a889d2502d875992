"use client";

import type { MapLayer } from "@/lib/data-maps/schema";
import { canHaveTimes, findTimeAttribute } from "@/lib/data-maps/style/times";
import { SelectField } from "./select-field";

const [FOUND, OFF, ATTRIBUTE] = ["found", "off", "attribute:"];

interface TimeFieldProps {
  layer: MapLayer;
  onChange: (changes: Partial<MapLayer>) => void;
}

/** Which attribute the time slider filters a layer by. */
export function TimeField({ layer, onChange }: TimeFieldProps) {
  const { timeAttribute, attributes } = layer;
  if (!canHaveTimes(layer) || (attributes.length === 0 && !timeAttribute)) return null;
  const names = [...new Set([...(timeAttribute ? [timeAttribute] : []), ...attributes])];
  const chosenValue = timeAttribute === null ? OFF : `${ATTRIBUTE}${timeAttribute}`;
  function choose(chosen: string): void {
    if (chosen.startsWith(ATTRIBUTE)) onChange({ timeAttribute: chosen.slice(ATTRIBUTE.length) });
    else onChange({ timeAttribute: chosen === OFF ? null : undefined });
  }
  return (
    <SelectField
      label="Time slider"
      value={timeAttribute === undefined ? FOUND : chosenValue}
      options={[
        [FOUND, `Automatic: ${findTimeAttribute(layer) ?? "no times found"}`],
        [OFF, "Off"],
        ...names.map((name) => [`${ATTRIBUTE}${name}`, name] as const),
      ]}
      className="col-span-2"
      onChange={choose}
    />
  );
}
