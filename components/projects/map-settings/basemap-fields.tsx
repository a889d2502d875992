"use client";

import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { DataMap } from "@/lib/data-maps/schema";
import { SHARED_BASEMAP, WORLD_BASEMAP } from "@/lib/data-maps/values";

const options = [
  ["none", "None"],
  [WORLD_BASEMAP, "World (built in)"],
  [SHARED_BASEMAP, "Shared basemap"],
  ["address", "Address"],
] as const;

const firstValues: Readonly<Record<string, string>> = { [WORLD_BASEMAP]: WORLD_BASEMAP, [SHARED_BASEMAP]: SHARED_BASEMAP, address: "" };

function choiceOf(basemap: string | null): string {
  if (basemap === null) return "none";
  return basemap === SHARED_BASEMAP || basemap === WORLD_BASEMAP ? basemap : "address";
}

interface BasemapFieldsProps {
  map: DataMap;
  problem: string | undefined;
  onChange: (map: DataMap) => void;
}

export function BasemapFields({ map, problem, onChange }: BasemapFieldsProps) {
  const choice = choiceOf(map.basemap);
  const choose = (chosen: string) => {
    if (chosen === choice) return;
    onChange({ ...map, basemap: firstValues[chosen] ?? null });
  };
  return (
    <section aria-label="Basemap" className="grid gap-3">
      <Field label="Basemap" hint={choice === SHARED_BASEMAP ? "The file basemap.pmtiles of the shared assets." : undefined}>
        {({ id }) => <Select id={id} label="Basemap" value={choice} onChange={choose} options={options} />}
      </Field>
      {choice === "address" ? (
        <>
          <Field
            label="Basemap address"
            required
            hint="A PMTiles file of this map, the https address of one, or the https address of image tiles with {z}, {x} and {y}."
            error={problem}
          >
            {(control) => (
              <Input
                {...control}
                value={map.basemap ?? ""}
                maxLength={2000}
                autoComplete="off"
                spellCheck={false}
                placeholder="https://"
                onChange={({ target }) => onChange({ ...map, basemap: target.value })}
              />
            )}
          </Field>
          <Field label="Attribution" hint="Named on the map, such as © OpenStreetMap contributors.">
            {(control) => (
              <Input
                {...control}
                value={map.attribution ?? ""}
                maxLength={300}
                onChange={({ target }) => onChange({ ...map, attribution: target.value })}
              />
            )}
          </Field>
        </>
      ) : null}
    </section>
  );
}
