"use client";

import { type CreationOption, OptionButton, optionsOf } from "@/components/publish/target/creation-options";
import { FlowHeading } from "@/components/publish/target/flow-heading";
import { MapAddress } from "@/components/publish/target/map-address";
import type { UploadSubject } from "@/components/publish/target/upload-subject";
import { Button } from "@/components/ui/button";

interface CreationOptionsProps {
  subject: UploadSubject;
  onChoose: (option: CreationOption) => void;
  onBack: () => void;
}

/** Step 2: how the map gets here, or what takes the place of the map that is here. */
export function CreationOptions({ subject, onChoose, onBack }: CreationOptionsProps) {
  const address = subject.kind === "new" ? subject.draft.name : subject.project.safeName;
  return (
    <div className="grid max-w-2xl gap-6">
      <Heading subject={subject} />
      <ul className="grid gap-3">
        {optionsOf(subject.kind).map((option) => (
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

function Heading({ subject }: { subject: UploadSubject }) {
  if (subject.kind === "new") {
    return (
      <FlowHeading
        title="Creation Options"
        description={
          <>
            How do you want to bring in the map of <bdi>{subject.draft.name || "the new project"}</bdi>?
          </>
        }
      />
    );
  }
  return (
    <FlowHeading
      title="Replace Map"
      description={
        <>
          The new map of <bdi className="font-medium text-ink">{subject.project.name}</bdi> goes online in one step when it is complete. Its
          address, the people it is assigned to and its settings stay, and the map that is there now is kept as a former version.
        </>
      }
    />
  );
}
