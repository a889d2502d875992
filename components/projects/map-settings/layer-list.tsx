"use client";

import { ChevronDown, TriangleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { type DataMap, layerKey, type MapLayer } from "@/lib/data-maps/schema";
import { focusMoved, MoveButton } from "./field-controls";
import { LayerFields, type StyleTarget } from "./layer-fields";
import { changeLayer, copyStyle, moveLayer, placesForStyle } from "./map-draft";
import { StyleImport } from "./style-import";

interface LayerListProps {
  map: DataMap;
  problems: ReadonlyMap<string, string>;
  onChange: (map: DataMap) => void;
}

/** The layers in drawing order: the first is on top. */
export function LayerList({ map, problems, onChange }: LayerListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [done, setDone] = useState("");
  const { layers } = map;

  function move(index: number, by: -1 | 1) {
    flushSync(() => {
      onChange(moveLayer(map, index, by));
      setDone(`${layers[index]?.name} is now number ${index + by + 1} of ${layers.length}`);
    });
    focusMoved(list.current, index + by, by);
  }

  function copy(from: number, to: number) {
    onChange(copyStyle(map, from, to));
    setDone(`${layers[to]?.name} has the style of ${layers[from]?.name}`);
  }

  return (
    <section aria-label="Layers" className="grid gap-2">
      <h3 className="font-semibold">Layers</h3>
      {layers.length === 0 ? <p className="text-ink-muted">This map has no layers.</p> : <StyleImport map={map} onChange={onChange} />}
      <ol ref={list} className="grid gap-2">
        {layers.map((layer, index) => (
          <LayerRow
            key={layerKey(layer)}
            layer={layer}
            isFirst={index === 0}
            isLast={index === layers.length - 1}
            opensFirst={layers.length === 1}
            hasProblem={[...problems.keys()].some((place) => place.startsWith(`layers.${index}.`))}
            problemOf={(member) => problemAt(problems, `layers.${index}.${member}`)}
            onMove={(by) => move(index, by)}
            onChange={(changes) => onChange(changeLayer(map, index, changes))}
            styleTargets={placesForStyle(layers, index).map((place) => ({ place, name: layers[place]?.name ?? "" }))}
            onCopyStyle={(place) => copy(index, place)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {done}
      </p>
    </section>
  );
}

/** Returns the first problem of a member, or of what it holds. */
function problemAt(problems: ReadonlyMap<string, string>, path: string): string | undefined {
  for (const [place, problem] of problems) if (place === path || place.startsWith(`${path}.`)) return problem;
  return undefined;
}

/** Returns the background of a layer's sign: its colours side by side. */
function swatch({ color, colorBy, rasterStyle }: MapLayer): string {
  if (rasterStyle) return `linear-gradient(90deg, ${rasterStyle.colors.join(", ")})`;
  if (!colorBy) return color;
  const colors = colorBy.kind === "classes" ? colorBy.colors : colorBy.categories.map((category) => category.color);
  const share = 100 / colors.length;
  return `linear-gradient(90deg, ${colors.map((each, index) => `${each} ${share * index}% ${share * (index + 1)}%`).join(", ")})`;
}

interface LayerRowProps {
  layer: MapLayer;
  isFirst: boolean;
  isLast: boolean;
  opensFirst: boolean;
  /** Keeps it open, so that the user finds the mistake. */
  hasProblem: boolean;
  problemOf: (member: keyof MapLayer) => string | undefined;
  onMove: (by: -1 | 1) => void;
  onChange: (changes: Partial<MapLayer>) => void;
  styleTargets: readonly StyleTarget[];
  onCopyStyle: (place: number) => void;
}

function LayerRow({ layer, isFirst, isLast, opensFirst, hasProblem, onMove, ...fields }: LayerRowProps) {
  const id = useId();
  const [isWanted, setWanted] = useState(opensFirst || layer.problem !== undefined);
  const isOpen = isWanted || hasProblem;
  const { onChange } = fields;
  const { name, kind, visible, problem } = layer;
  return (
    <li className="min-w-0 rounded-lg border">
      <div className="flex items-center gap-2 py-1.5 pr-1.5 pl-3">
        <Checkbox aria-label={`Show ${name}`} checked={visible} onChange={({ target }) => onChange({ visible: target.checked })} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setWanted(!isOpen)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-1.5 text-left"
        >
          {kind === "raster" && !layer.rasterStyle ? null : (
            <span aria-hidden className="size-3.5 shrink-0 rounded-sm border" style={{ background: swatch(layer) }} />
          )}
          <span className={cn("min-w-0 flex-1 truncate font-medium", !visible && "text-ink-muted")}>
            <bdi>{name || "Layer without a name"}</bdi>
          </span>
          {problem === undefined ? null : <TriangleAlert aria-label="Not shown" className="size-4 shrink-0 text-warning-ink" />}
          <ChevronDown aria-hidden className={cn("size-4 shrink-0 text-ink-muted transition-transform", isOpen && "rotate-180")} />
        </button>
        <MoveButton by={-1} name={name} disabled={isFirst} onMove={onMove} />
        <MoveButton by={1} name={name} disabled={isLast} onMove={onMove} />
      </div>
      <div id={id} hidden={!isOpen} className="border-t px-3 py-3">
        {isOpen ? <LayerFields layer={layer} {...fields} /> : null}
      </div>
    </li>
  );
}
