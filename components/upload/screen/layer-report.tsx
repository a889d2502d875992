import { Layers } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { LayerNotes } from "@/components/data-maps/layer-notes";
import { LayerQuestion } from "@/components/data-maps/layer-question";
import { useJson } from "@/components/shared/use-json";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Answer, Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import { layerKey } from "@/lib/data-maps/schema";
import { gdalMessage, layerSummary, layersMessage } from "@/lib/upload-client/data-layers";

const serverSchema = z.object({ hasGdal: z.boolean().default(true) });

interface LayerReportProps {
  layers: readonly FoundLayer[];
  /** What the user has said of their files. */
  answers: Answers;
  /** Describes files again. @param answer null asks again */
  onAnswer: (files: readonly string[], answer: Answer | null) => Promise<void>;
}

/** Lists the layers of the map that Sea-Vision will make, and asks what their files don't say. */
export function LayerReport({ layers, answers, onAnswer }: LayerReportProps) {
  const [chosen, setChosen] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const gdal = gdalMessage(layers);
  const { data: server } = useJson(gdal === null ? null : "/api/auth/me", serverSchema);
  const asked = layers.filter(({ question }) => question);
  const open = asked.find((layer) => layerKey(layer) === chosen) ?? asked[0];
  const alike = asked.filter(({ question }) => question?.kind === "projection");

  async function answer(files: readonly string[], given: Answer | null): Promise<void> {
    setBusy(true);
    await onAnswer(files, given);
    setBusy(false);
  }

  return (
    <section aria-label="Layers" className="grid gap-2.5 rounded-lg border bg-surface px-4 py-3">
      <p className="flex items-start gap-2.5">
        <Layers aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
        {layersMessage(layers.length)}.
      </p>
      {/* The height cuts a row, so that users see that there are more. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul tabIndex={0} className={cn("grid gap-1.5 overflow-y-auto sm:pl-6.5", asked.length === 0 && "max-h-56")}>
        {layers.map((layer) => {
          const { file, question } = layer;
          return (
            <li key={layerKey(layer)} className="grid min-w-0 gap-1">
              <LayerLine
                layer={layer}
                isAnswered={!question && answers[file] !== undefined}
                onAsk={layer === open ? null : () => setChosen(layerKey(layer))}
                onChange={() => void answer([file], null)}
              />
              <LayerNotes notes={layer.notes} />
              {question && layer === open ? (
                <div className="my-1 rounded-lg border bg-raised p-3">
                  <LayerQuestion
                    key={question.kind}
                    question={question}
                    othersCount={alike.length - 1}
                    isBusy={isBusy}
                    onAnswer={(given, isForAll) => void answer(isForAll ? alike.map((other) => other.file) : [file], given)}
                  />
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {server?.hasGdal === false ? <p className="text-warning-ink sm:pl-6.5">{gdal}</p> : null}
      {open ? <p className="text-ink-muted text-sm sm:pl-6.5">You can answer later in Map Settings.</p> : null}
    </section>
  );
}

interface LayerLineProps {
  layer: FoundLayer;
  isAnswered: boolean;
  /** Null while the question is shown. */
  onAsk: (() => void) | null;
  onChange: () => void;
}

function LayerLine({ layer, isAnswered, onAsk, onChange }: LayerLineProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2.5">
      <span className="wrap-anywhere font-medium">
        <bdi>{layer.name}</bdi>
      </span>
      <span className="text-ink-muted text-sm">{layerSummary(layer)}</span>
      {layer.question ? <Badge tone="warning">Needs an answer</Badge> : null}
      {layer.question && onAsk ? (
        <Button variant="link" size="inline" aria-label={`Answer for ${layer.name}`} onClick={onAsk}>
          Answer
        </Button>
      ) : null}
      {isAnswered ? (
        <Button variant="link" size="inline" aria-label={`Change the answer for ${layer.name}`} onClick={onChange}>
          Change
        </Button>
      ) : null}
    </div>
  );
}
