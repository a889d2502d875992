"use client";

import { ChevronRight, FileArchive, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FlowHeading } from "./flow-heading";
import { MapAddress } from "./map-address";

export type CreationOption = "zip-upload";

interface OptionCard {
  option: CreationOption;
  icon: LucideIcon;
  title: string;
  description: string;
  facts: readonly string[];
}

/** The ways in. Each names the mode that it leads to. */
const cards: readonly OptionCard[] = [
  {
    option: "zip-upload",
    icon: FileArchive,
    title: "Upload ZIP File",
    description: "One archive that holds the whole map site: its index.html, tiles and data.",
    facts: ["Up to 100 GB", "Resumable", "Checked before it is sent"],
  },
];

interface CreationOptionsProps {
  projectName: string;
  onChoose: (option: CreationOption) => void;
  onBack: () => void;
}

/** Step 2: how the map gets here. */
export function CreationOptions({ projectName, onChoose, onBack }: CreationOptionsProps) {
  return (
    <div className="grid max-w-2xl gap-6">
      <FlowHeading title="Creation Options" description={`How do you want to bring in the map of ${projectName || "the new project"}?`} />
      <ul className="grid gap-3">
        {cards.map((card) => (
          <li key={card.option}>
            <OptionButton card={card} onClick={() => onChoose(card.option)} />
          </li>
        ))}
      </ul>
      {projectName ? <MapAddress name={projectName} /> : null}
      <div className="flex border-t pt-4">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

function OptionButton({ card, onClick }: { card: OptionCard; onClick: () => void }) {
  const { icon: Icon, title, description, facts } = card;
  return (
    <button
      type="button"
      onClick={onClick}
      className="group grid w-full grid-cols-[auto_1fr_auto] items-center gap-4 rounded-lg border bg-raised p-5 text-left shadow-low transition-colors hover:border-accent"
    >
      <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="grid gap-1">
        <span className="font-semibold text-lg">{title}</span>
        <span className="text-ink-muted">{description}</span>
        <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-sm">
          {facts.map((fact) => (
            <span key={fact} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="size-1 rounded-full bg-accent" />
              {fact}
            </span>
          ))}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 text-ink-faint transition-transform group-hover:translate-x-0.5" />
    </button>
  );
}
