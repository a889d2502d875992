"use client";

import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { divideClasses, makeRamp } from "@/lib/data-maps/style/make-color-by";
import { MEASURED_BAND, type RasterRamp, type RasterStyle } from "@/lib/data-maps/style/schema";
import { ClassFields, FIRST_CHOICE } from "./class-fields";
import { FIRST_SCALE, ScaleFields, scaleOf } from "./scale-fields";

const AUTOMATIC = "automatic";

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
      {rasterStyle?.kind === "ramp" ? <RampFields ramp={rasterStyle} measured={range} problem={problem} onChange={onChange} /> : null}
      {rasterStyle?.kind === "classes" ? (
        <ClassFields colorBy={rasterStyle} quantiles={quantiles} problem={problem} onChange={onChange} />
      ) : null}
      {rasterStyle ? (
        <OptionalNumber
          label="Transparent value"
          value={rasterStyle.noData}
          placeholder="None"
          onChange={(noData) => onChange({ ...rasterStyle, noData })}
        />
      ) : null}
    </>
  );
}

interface RampFieldsProps {
  ramp: RasterRamp;
  /** Of the data. */
  measured: RasterRamp["range"];
  problem: string | undefined;
  onChange: (ramp: RasterRamp) => void;
}

/** Empty fields of the range are those of the data. The first number that is written takes the other one from the data. */
function RampFields({ ramp, measured, problem, onChange }: RampFieldsProps) {
  const { range = [Number.NaN, Number.NaN] } = ramp;
  const setRange = (place: 0 | 1, value = Number.NaN) => {
    const changed: [number, number] = [...(ramp.range ?? measured ?? range)];
    changed[place] = value;
    onChange({ ...ramp, range: changed.every(Number.isNaN) ? undefined : changed });
  };
  return (
    <>
      <ScaleFields shown={ramp} onChange={(changes) => onChange({ ...ramp, ...changes })} />
      <OptionalNumber
        label="Least value"
        value={range[0]}
        placeholder={String(measured?.[0] ?? "By the data")}
        problem={problem}
        onChange={(value) => setRange(0, value)}
      />
      <OptionalNumber
        label="Greatest value"
        value={range[1]}
        placeholder={String(measured?.[1] ?? "By the data")}
        isInvalid={problem !== undefined}
        onChange={(value) => setRange(1, value)}
      />
    </>
  );
}

interface OptionalNumberProps {
  label: string;
  value: number | undefined;
  placeholder: string;
  problem?: string | undefined;
  isInvalid?: boolean;
  /** @param value undefined for an empty field */
  onChange: (value: number | undefined) => void;
}

function OptionalNumber({ label, value, placeholder, problem, isInvalid = false, onChange }: OptionalNumberProps) {
  return (
    <Field label={label} error={problem} isInvalid={isInvalid}>
      {(control) => (
        <Input
          {...control}
          type="number"
          step="any"
          placeholder={placeholder}
          value={value === undefined || Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
