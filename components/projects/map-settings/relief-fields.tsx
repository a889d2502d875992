"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field, Label } from "@/components/ui/field";
import type { MapLayer } from "@/lib/data-maps/schema";
import { firstInterval } from "@/lib/data-maps/style/contour-interval";
import { firstHillshade } from "@/lib/data-maps/style/first-style";
import { MEASURED_BAND } from "@/lib/data-maps/style/schema";
import { NumberField } from "./field-controls";

interface ReliefFieldsProps {
  layer: MapLayer;
  problemOf: (member: keyof MapLayer) => string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

/** Light and shade, and contours, of a raster with measurements. Pictures have no fields. */
export function ReliefFields({ layer, problemOf, onChange }: ReliefFieldsProps) {
  const { contours, file, format, hillshade, rasterStyle, statistics } = layer;
  const { quantiles } = statistics?.[MEASURED_BAND] ?? {};
  if (format !== "cog" || !(quantiles || rasterStyle || hillshade || contours)) return null;
  const unit = rasterStyle?.unit ? ` (${rasterStyle.unit})` : "";
  const percent = Math.round((hillshade?.exaggeration ?? 0) * 100);
  return (
    <>
      <Toggle
        label="Hillshade"
        isOn={Boolean(hillshade)}
        onChange={(isOn) => onChange({ hillshade: isOn ? firstHillshade(file, quantiles) : null })}
      />
      {hillshade ? (
        <>
          <Toggle
            label="Greater values are deeper"
            isOn={hillshade.isDepth ?? false}
            onChange={(isDepth) => onChange({ hillshade: { ...hillshade, isDepth } })}
          />
          <Field label="Exaggeration" aside={`${percent}%`} error={problemOf("hillshade")} className="col-span-2">
            {(control) => (
              <input
                {...control}
                type="range"
                min={10}
                max={100}
                step={10}
                value={percent}
                aria-valuetext={`${percent}%`}
                onChange={({ target }) => onChange({ hillshade: { ...hillshade, exaggeration: target.valueAsNumber / 100 } })}
                className="h-6 w-full accent-accent"
              />
            )}
          </Field>
        </>
      ) : (
        <span />
      )}
      <Toggle
        label="Contours"
        isOn={Boolean(contours)}
        onChange={(isOn) => onChange({ contours: isOn ? { interval: firstInterval(quantiles) } : null })}
      />
      {contours ? (
        <NumberField
          label={`Interval${unit}`}
          value={contours.interval}
          least={0}
          step="any"
          problem={problemOf("contours")}
          onChange={(interval) => onChange({ contours: { interval } })}
        />
      ) : (
        <span />
      )}
    </>
  );
}

function Toggle({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Label className="flex min-h-9 items-center gap-2 font-normal">
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </Label>
  );
}
