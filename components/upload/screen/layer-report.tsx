import { Layers } from "lucide-react";
import type { FoundLayer } from "@/lib/data-maps/formats/data-file";
import { layerKey } from "@/lib/data-maps/schema";
import { FORMAT_LABELS, KIND_LABELS } from "@/lib/data-maps/values";
import { layersMessage } from "@/lib/upload-client/data-layers";

/** Lists the layers of the map that Sea-Vision will make. */
export function LayerReport({ layers }: { layers: readonly FoundLayer[] }) {
  return (
    <section aria-label="Layers" className="grid gap-2.5 rounded-lg border bg-surface px-4 py-3">
      <p className="flex items-start gap-2.5">
        <Layers aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        {layersMessage(layers.length)}.
      </p>
      {/* The height cuts a row, so that users see that there are more. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul tabIndex={0} className="grid max-h-56 gap-1.5 overflow-y-auto pl-6.5">
        {layers.map(({ name, format, kind, ...layer }) => (
          <li key={layerKey(layer)} className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="wrap-anywhere font-medium">
              <bdi>{name}</bdi>
            </span>
            <span className="text-ink-muted text-sm">{`${FORMAT_LABELS[format]}, ${KIND_LABELS[kind]}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
