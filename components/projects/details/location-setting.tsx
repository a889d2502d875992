"use client";

import { type ChangeEventHandler, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/field";

interface LocationSettingProps {
  checked: boolean;
  onChange: ChangeEventHandler<HTMLInputElement>;
}

export function LocationSetting({ checked, onChange }: LocationSettingProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-x-2.5 gap-y-1">
      <Checkbox id={id} aria-describedby={`${id}-hint`} checked={checked} onChange={onChange} />
      <Label htmlFor={id}>Allow this map to use the visitor's location</Label>
      <p id={`${id}-hint`} className="col-start-2 text-ink-muted text-sm">
        The browser still asks each visitor. No map can use the camera or the microphone.
      </p>
    </div>
  );
}
