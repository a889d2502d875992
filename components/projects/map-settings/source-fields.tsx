"use client";

import { useState } from "react";
import { LayerNotes } from "@/components/data-maps/layer-notes";
import { LazyProjectionField } from "@/components/data-maps/layer-question";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { type TileScheme, withScheme } from "@/lib/data-maps/formats/tiles/tile-places";
import type { MapLayer } from "@/lib/data-maps/schema";
import { formatOfName } from "@/lib/data-maps/values";
import { SelectField } from "./field-controls";

const SCHEMES = [
  ["xyz", "Counted from the north (XYZ)"],
  ["tms", "Counted from the south (TMS)"],
] as const;

interface SourceFieldsProps {
  layer: MapLayer;
  onChange: (changes: Partial<MapLayer>) => void;
}

/** Shows why a layer isn't on the map and what it leaves out. Takes what its file doesn't say. */
export function SourceFields({ layer, onChange }: SourceFieldsProps) {
  const { format, problem, notes, columns } = layer;
  /** The worker converts, or the viewer reads, the file again once the problem is gone. */
  const answer = (changes: Partial<MapLayer>) => onChange({ ...changes, problem: undefined });
  const isTable = format === "csv";
  const isConvertedByGdal = layer.convertedFrom !== undefined && formatOfName(layer.convertedFrom.file) !== "mbtiles";
  return (
    <>
      {problem === undefined ? null : (
        <Notice tone="warning" live={false}>
          {problem}
        </Notice>
      )}
      <LayerNotes notes={notes} />
      {format === "gdal" || isConvertedByGdal ? <LayerProjection layer={layer} onAnswer={answer} /> : null}
      {isTable && problem !== undefined && columns === undefined ? <ColumnFields onAnswer={answer} /> : null}
      {layer.tiles ? (
        <SelectField
          label="Rows of its tiles"
          value={layer.tiles.scheme}
          options={SCHEMES}
          onChange={(scheme) => layer.tiles && onChange({ tiles: withScheme(layer.tiles, scheme as TileScheme) })}
        />
      ) : null}
      {format === "geojson" || (isTable && columns !== undefined) ? <SwappedFields layer={layer} onAnswer={answer} /> : null}
    </>
  );
}

interface AnswerProps {
  layer: MapLayer;
  onAnswer: (changes: Partial<MapLayer>) => void;
}

function LayerProjection({ layer: { projection, problem, convertedFrom }, onAnswer }: AnswerProps) {
  const [isChanging, setChanging] = useState(false);
  if (isChanging || projection === undefined) {
    if (problem === undefined && !isChanging) return <ChangeLine text="Its file says the projection." onChange={() => setChanging(true)} />;
    return (
      <LazyProjectionField
        onChoose={(code) => {
          setChanging(false);
          onAnswer({ projection: code });
        }}
      />
    );
  }
  const isNew = convertedFrom !== undefined && convertedFrom.projection !== projection;
  const text = `Projection: ${projection}${isNew ? ". The file is converted again when you save." : ""}`;
  return <ChangeLine text={text} onChange={() => setChanging(true)} />;
}

function ChangeLine({ text, onChange }: { text: string; onChange: () => void }) {
  return (
    <p className="flex items-baseline gap-2.5">
      {text}
      <Button variant="link" size="inline" aria-label="Change the projection" onClick={onChange}>
        Change
      </Button>
    </p>
  );
}

function ColumnFields({ onAnswer }: Pick<AnswerProps, "onAnswer">) {
  const [longitude, setLongitude] = useState("");
  const [latitude, setLatitude] = useState("");
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Column of longitudes">
        {(control) => <Input {...control} maxLength={1000} value={longitude} onChange={({ target }) => setLongitude(target.value)} />}
      </Field>
      <Field label="Column of latitudes">
        {(control) => <Input {...control} maxLength={1000} value={latitude} onChange={({ target }) => setLatitude(target.value)} />}
      </Field>
      <Button
        variant="secondary"
        size="small"
        disabled={longitude === "" || latitude === ""}
        className="justify-self-start"
        onClick={() => onAnswer({ columns: { longitude, latitude } })}
      >
        Use These Columns
      </Button>
    </div>
  );
}

function SwappedFields({ layer: { isSwapped, problem }, onAnswer }: AnswerProps) {
  if (problem !== undefined) {
    return (
      <div className="flex gap-2">
        <Button variant="secondary" size="small" onClick={() => onAnswer({ isSwapped: true })}>
          Swap
        </Button>
        <Button variant="secondary" size="small" onClick={() => onAnswer({ isSwapped: false })}>
          Keep
        </Button>
      </div>
    );
  }
  if (isSwapped === undefined) return null;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control
    <label className="flex items-center gap-2.5">
      <Checkbox checked={isSwapped} onChange={({ target }) => onAnswer({ isSwapped: target.checked })} />
      Swap latitude and longitude
    </label>
  );
}
