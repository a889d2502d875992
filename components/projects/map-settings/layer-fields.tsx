"use client";

import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { MapLayer } from "@/lib/data-maps/schema";
import { layerSummary } from "@/lib/upload-client/data-layers";
import { SourceFields } from "./source-fields";

interface LayerFieldsProps {
  layer: MapLayer;
  problemOf: (member: keyof MapLayer) => string | undefined;
  onChange: (changes: Partial<MapLayer>) => void;
}

export function LayerFields({ layer, problemOf, onChange }: LayerFieldsProps) {
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
      {kind === "raster" ? null : <VectorFields layer={layer} problemOf={problemOf} onChange={onChange} />}
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
    </div>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

function VectorFields({ layer: { color, width, label, attributes }, problemOf, onChange }: LayerFieldsProps) {
  const listId = useId();
  return (
    <>
      <Field label="Colour" error={problemOf("color")}>
        {(control) => (
          <div className="flex gap-2">
            <input
              type="color"
              aria-label="Choose the colour"
              value={COLOR.test(color) ? color : "#000000"}
              onChange={({ target }) => onChange({ color: target.value })}
              className="h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-raised p-1 pointer-coarse:h-11"
            />
            <Input
              {...control}
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              value={color}
              onChange={({ target }) => onChange({ color: target.value })}
              className="font-mono"
            />
          </div>
        )}
      </Field>
      <NumberField
        label="Width (pixels)"
        value={width}
        least={0.5}
        most={20}
        step={0.5}
        problem={problemOf("width")}
        onChange={(changed) => onChange({ width: changed })}
      />
      <Field
        label="Label"
        hint="The map shows the text of this attribute at each feature."
        error={problemOf("label")}
        className="col-span-2"
      >
        {(control) => (
          <>
            <Input
              {...control}
              list={listId}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              placeholder="None"
              value={label ?? ""}
              onChange={({ target }) => onChange({ label: target.value || null })}
            />
            <datalist id={listId}>
              {attributes.map((attribute) => (
                <option key={attribute} value={attribute} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </>
  );
}

interface NumberFieldProps {
  label: string;
  /** NaN while the field is empty. */
  value: number;
  least: number;
  most: number;
  step?: number;
  problem: string | undefined;
  onChange: (value: number) => void;
}

function NumberField({ label, value, least, most, step = 1, problem, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={problem}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="decimal"
          min={least}
          max={most}
          step={step}
          value={Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
