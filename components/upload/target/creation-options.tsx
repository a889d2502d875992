"use client";

import { ChevronRight, FileArchive, FolderUp, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { FlowHeading } from "./flow-heading";
import { MapAddress } from "./map-address";
import type { UploadSubject } from "./upload-subject";

interface Option {
  mode: "upload" | "zip-upload";
  icon: LucideIcon;
  title: string;
  description: string;
  facts: readonly string[];
}

const folder: Option = {
  mode: "upload",
  icon: FolderUp,
  title: "Upload Folder or Files",
  description: "Upload a folder that contains index.html, tiles and data. Or map data: Shapefile, GeoPackage, GeoTIFF, GeoJSON and others.",
  facts: ["Up to 100 GB", "Chunked and resumable", "Up to 10,000,000 files and folders"],
};

const zip: Option = {
  mode: "zip-upload",
  icon: FileArchive,
  title: "Upload ZIP File",
  description: "One archive that holds the whole map site, sent directly or as a resumable upload.",
  facts: ["Direct under 5 GB", "Resumable up to 100 GB", "Checked before it is sent"],
};

const options: Readonly<Record<UploadSubject["kind"], readonly Option[]>> = {
  new: [folder, zip],
  replace: [
    {
      ...folder,
      description: "Your browser compares the folder with the map that is there, and sends only the files that are new or have changed.",
      facts: ["Up to 100 GB", "Shows what changes first", "Chunked and resumable"],
    },
    zip,
  ],
};

interface CreationOptionsProps {
  subject: UploadSubject;
  onChoose: (mode: Option["mode"]) => void;
  onBack: () => void;
}

export function CreationOptions({ subject, onChoose, onBack }: CreationOptionsProps) {
  const address = subject.kind === "new" ? subject.draft.name : subject.project.safeName;
  return (
    <div className="grid max-w-2xl gap-6">
      <FlowHeading title={subject.kind === "new" ? "Creation Options" : "Replace Map"} description={descriptionOf(subject)} />
      <ul className="grid gap-3">
        {options[subject.kind].map((option) => (
          <li key={option.mode}>
            <OptionButton option={option} onClick={() => onChoose(option.mode)} />
          </li>
        ))}
      </ul>
      {address ? <MapAddress name={address} /> : null}
      <div className="flex border-t pt-4">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

function descriptionOf(subject: UploadSubject): ReactNode {
  if (subject.kind === "new") {
    return (
      <>
        How do you want to bring in the map of <bdi>{subject.draft.name || "the new project"}</bdi>?
      </>
    );
  }
  return (
    <>
      The new map of <bdi className="font-medium text-ink">{subject.project.name}</bdi> goes online in one step when it is complete. Its
      address, the people it is assigned to and its settings stay, and the map that is there now is kept as a former version.
    </>
  );
}

function OptionButton({ option, onClick }: { option: Option; onClick: () => void }) {
  const { icon: Icon, title, description, facts } = option;
  return (
    <button
      type="button"
      onClick={onClick}
      className="group grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 rounded-lg border bg-raised p-5 text-left shadow-low transition-colors hover:border-accent"
    >
      <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="wrap-anywhere grid gap-1">
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
