"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { iconSchema, type LinePattern } from "@/lib/data-maps/style/schema";
import { canHaveTimes, findTimeAttribute } from "@/lib/data-maps/style/times";
import { layerSummary } from "@/lib/upload-client/data-layers";
import { ColorInput, NumberField, SelectField } from "./field-controls";
import { LabelFields } from "./label-fields";
import { PopupFields } from "./popup-fields";
import { RasterFields } from "./raster-fields";
import { ReliefFields } from "./relief-fields";
import { SourceFields } from "./source-fields";
import { StyleFields } from "./style-fields";

const [FOUND, OFF, ATTRIBUTE] = ["found", "off", "attribute:"];

interface TimeFieldProps {
  layer: MapLayer;
  onChange: (changes: Partial<MapLayer>) => void;
}

/** Which attribute the time slider filters a layer by. */
function TimeField({ layer, onChange }: TimeFieldProps) {
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

const NONE = "none";
const ICONS = [
  [NONE, "None"] as const,
  ...iconSchema.options.map((icon) => [icon, `${icon.charAt(0).toUpperCase()}${icon.slice(1).replaceAll("-", " ")}`] as const),
];
const LINE_PATTERNS = [
  ["solid", "Solid"],
  ["dashed", "Dashed"],
  ["dotted", "Dotted"],
] as const;

export interface StyleTarget {
  place: number;
  name: string;
}

interface StyledLayerProps {
  layer: MapLayer;
  problemOf: (member: keyof MapLayer) => string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

interface LayerFieldsProps extends StyledLayerProps {
  /** Layers that can have the style of this one. */
  styleTargets: readonly StyleTarget[];
  onCopyStyle: (place: number) => void;
}

export function LayerFields({ layer, problemOf, onChange, styleTargets, onCopyStyle }: LayerFieldsProps) {
  const { name, file, kind, sourceLayer, opacity } = layer;
  const percent = Math.round(opacity * 100);
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3.5">
      <p className="wrap-anywhere col-span-2 text-ink-muted text-sm">
        {[file, sourceLayer, layerSummary(layer)].filter(Boolean).join(", ")}
      </p>
      <div className="col-span-2 grid gap-3.5 empty:hidden">
        <SourceFields layer={layer} onChange={onChange} />
      </div>
      <Field label="Name" required error={problemOf("name")} className="col-span-2">
        {(control) => <Input {...control} maxLength={120} value={name} onChange={({ target }) => onChange({ name: target.value })} />}
      </Field>
      <Field label="Opacity" aside={`${percent}%`} error={problemOf("opacity")} className="col-span-2">
        {(control) => (
          <input
            {...control}
            type="range"
            min={0}
            max={100}
            step={5}
            value={percent}
            aria-valuetext={`${percent}%`}
            onChange={({ target }) => onChange({ opacity: target.valueAsNumber / 100 })}
            className="h-6 w-full accent-accent"
          />
        )}
      </Field>
      {kind === "raster" ? (
        <>
          <RasterFields layer={layer} problem={problemOf("rasterStyle")} onChange={(rasterStyle) => onChange({ rasterStyle })} />
          <ReliefFields layer={layer} problemOf={problemOf} onChange={onChange} />
        </>
      ) : (
        <VectorFields layer={layer} problemOf={problemOf} onChange={onChange} />
      )}
      <NumberField
        label="Shown from zoom"
        value={layer.minZoom}
        least={0}
        most={24}
        problem={problemOf("minZoom")}
        onChange={(minZoom) => onChange({ minZoom })}
      />
      <NumberField
        label="To zoom"
        value={layer.maxZoom}
        least={0}
        most={24}
        problem={problemOf("maxZoom")}
        onChange={(maxZoom) => onChange({ maxZoom })}
      />
      {styleTargets.length > 0 ? (
        <SelectField
          label="Copy style to"
          className="col-span-2"
          value={NONE}
          options={[[NONE, "Choose a layer..."], ...styleTargets.map(({ place, name }) => [`${place}`, name] as const)]}
          onChange={(place) => (place === NONE ? undefined : onCopyStyle(Number(place)))}
        />
      ) : null}
    </div>
  );
}

function VectorFields({ layer, problemOf, onChange }: StyledLayerProps) {
  const { color, colorBy, kind, linePattern = "solid", width } = layer;
  return (
    <>
      <StyleFields layer={layer} problemOf={problemOf} onChange={onChange} />
      {colorBy ? null : (
        <Field label="Colour" error={problemOf("color")}>
          {(control) => (
            <ColorInput {...control} label="Choose the colour" value={color} onChange={(chosen) => onChange({ color: chosen })} />
          )}
        </Field>
      )}
      <NumberField
        label="Width (pixels)"
        value={width}
        least={0.5}
        most={20}
        step={0.5}
        problem={problemOf("width")}
        onChange={(changed) => onChange({ width: changed })}
      />
      {kind === "points" && layer.pointStyle !== "heatmap" ? (
        <SelectField
          label="Symbol"
          value={layer.icon ?? NONE}
          options={ICONS}
          onChange={(icon) => onChange({ icon: iconSchema.safeParse(icon).data ?? null })}
        />
      ) : null}
      {kind === "points" ? null : (
        <SelectField
          label="Line"
          value={linePattern}
          options={LINE_PATTERNS}
          onChange={(pattern) => onChange({ linePattern: pattern as LinePattern })}
        />
      )}
      <LabelFields layer={layer} problem={problemOf("label")} onChange={onChange} />
      <PopupFields layer={layer} onChange={onChange} />
      <TimeField layer={layer} onChange={onChange} />
    </>
  );
}
