"use client";

import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";
import type { MapLayer } from "@/lib/data-maps/schema";
import { divideClasses, makeRamp } from "@/lib/data-maps/style/make-color-by";
import { MEASURED_BAND, type RasterRamp, type RasterStyle } from "@/lib/data-maps/style/schema";
import { ClassFields, FIRST_CHOICE } from "./class-fields";
import { NumberField } from "./field-controls";
import { FIRST_SCALE, ScaleFields, scaleOf } from "./scale-fields";

const AUTOMATIC = "automatic";
type Range = NonNullable<RasterRamp["range"]>;
const UNKNOWN: Range = [Number.NaN, Number.NaN];

interface RasterFieldsProps {
  layer: MapLayer;
  problem: string | undefined;
  onChange: (rasterStyle: RasterStyle | null) => void;
}

/** How the measurements of a raster are coloured: by the data, on a ramp, or in classes. Pictures have no fields. */
export function RasterFields({ layer: { rasterStyle, statistics }, problem, onChange }: RasterFieldsProps) {
  const { quantiles, range } = statistics?.[MEASURED_BAND] ?? {};
  if (!quantiles && !rasterStyle) return null;

  function chooseKind(kind: string): void {
    const { unit, noData } = rasterStyle ?? {};
    const scale = rasterStyle ? scaleOf(rasterStyle.colors) : FIRST_SCALE;
    const kept = { ...(unit && { unit }), ...(noData !== undefined && { noData }) };
    if (kind === AUTOMATIC) onChange(null);
    else if (kind === "ramp") onChange({ ...makeRamp(scale.palette, scale.isReversed), ...kept });
    else onChange({ ...divideClasses(quantiles ?? [], { ...FIRST_CHOICE, ...scale }), ...kept });
  }

  return (
    <>
      <Field label="Colours" className="col-span-2">
        {({ id }) => (
          <Select
            id={id}
            label="Colours"
            value={rasterStyle?.kind ?? AUTOMATIC}
            options={[
              [AUTOMATIC, "Automatic"],
              ["ramp", "Continuous ramp"],
              ...(quantiles || rasterStyle?.kind === "classes" ? [["classes", "Classes"] as const] : []),
            ]}
            onChange={chooseKind}
          />
        )}
      </Field>
      {rasterStyle?.kind === "ramp" ? (
        <RampFields ramp={rasterStyle} measured={range ?? UNKNOWN} problem={problem} onChange={onChange} />
      ) : null}
      {rasterStyle?.kind === "classes" ? (
        <ClassFields colorBy={rasterStyle} quantiles={quantiles} problem={problem} onChange={onChange} />
      ) : null}
      {rasterStyle ? (
        <div className="col-span-2">
          <NumberField
            label="Transparent value"
            value={rasterStyle.noData ?? Number.NaN}
            step="any"
            placeholder="None"
            onChange={(noData) => onChange({ ...rasterStyle, noData: Number.isNaN(noData) ? undefined : noData })}
          />
        </div>
      ) : null}
    </>
  );
}

interface RampFieldsProps {
  ramp: RasterRamp;
  /** Of the data. */
  measured: Range;
  problem: string | undefined;
  onChange: (ramp: RasterRamp) => void;
}

/** Empty fields of the range are those of the data. The first number that is written takes the other one from the data. */
function RampFields({ ramp, measured, problem, onChange }: RampFieldsProps) {
  const [least, greatest] = ramp.range ?? UNKNOWN;
  const [low, high] = measured;
  const setRange = (...range: [number, number]) => onChange({ ...ramp, range: range.every(Number.isNaN) ? undefined : range });
  return (
    <>
      <ScaleFields shown={ramp} onChange={(changes) => onChange({ ...ramp, ...changes })} />
      <NumberField
        label="Least value"
        value={least}
        step="any"
        placeholder={Number.isNaN(low) ? "" : String(low)}
        problem={problem}
        onChange={(value) => setRange(value, ramp.range ? greatest : high)}
      />
      <NumberField
        label="Greatest value"
        value={greatest}
        step="any"
        placeholder={Number.isNaN(high) ? "" : String(high)}
        isInvalid={problem !== undefined}
        onChange={(value) => setRange(ramp.range ? least : low, value)}
      />
    </>
  );
}
