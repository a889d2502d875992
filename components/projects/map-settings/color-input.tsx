"use client";

import { Input } from "@/components/ui/input";

const COLOR = /^#[0-9a-f]{6}$/i;

interface ColorPickerProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
}

/** The browser's colour picker. It shows black for what is no colour. */
export function ColorPicker({ label, value, onChange }: ColorPickerProps) {
  return (
    <input
      type="color"
      aria-label={label}
      value={COLOR.test(value) ? value : "#000000"}
      onChange={({ target }) => onChange(target.value)}
      className="h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-raised p-1 pointer-coarse:h-11"
    />
  );
}

interface ColorInputProps extends ColorPickerProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** A colour to pick, or to write. @param props.label of the picker; the field labels the text */
export function ColorInput({ label, value, onChange, ...control }: ColorInputProps) {
  return (
    <div className="flex gap-2">
      <ColorPicker label={label} value={value} onChange={onChange} />
      <Input
        {...control}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="font-mono"
      />
    </div>
  );
}
