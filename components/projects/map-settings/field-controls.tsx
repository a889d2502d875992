"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Select } from "@/components/shared/form/select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";

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

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: ReactNode])[];
  className?: string;
  onChange: (value: string) => void;
}

/** A choice with its label. */
export function SelectField({ label, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} {...(className && { className })}>
      {({ id }) => <Select id={id} label={label} {...select} />}
    </Field>
  );
}

interface NumberFieldProps {
  label: string;
  /** NaN while the field is empty. */
  value: number;
  least?: number;
  most?: number;
  step?: number | "any";
  placeholder?: string;
  problem?: string | undefined;
  /** Marks the field without a message of its own. */
  isInvalid?: boolean;
  onChange: (value: number) => void;
}

export function NumberField({ label, value, least, most, step = 1, placeholder, problem, isInvalid = false, onChange }: NumberFieldProps) {
  return (
    <Field label={label} error={problem} isInvalid={isInvalid}>
      {(control) => (
        <Input
          {...control}
          type="number"
          // Some keyboards for decimals have no minus.
          inputMode={least === undefined ? undefined : "decimal"}
          min={least}
          max={most}
          step={step}
          placeholder={placeholder}
          value={Number.isNaN(value) ? "" : value}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </Field>
  );
}

interface ListFieldProps {
  label: string;
  hint: string;
  values: readonly string[];
  problem: string | undefined;
  onChange: (values: string[]) => void;
}

/** Texts, one on each line. */
export function ListField({ label, hint, values, problem, onChange }: ListFieldProps) {
  return (
    <Field label={label} hint={hint} error={problem} className="col-span-2">
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          spellCheck={false}
          // Empty lines stay while the user types.
          defaultValue={values.join("\n")}
          onChange={({ target }) => onChange(target.value.split("\n").flatMap((line) => line.trim() || []))}
        />
      )}
    </Field>
  );
}

interface MoveButtonProps {
  by: -1 | 1;
  name: string;
  disabled: boolean;
  onMove: (by: -1 | 1) => void;
}

/** Moves an entry of a list by one place. */
export function MoveButton({ by, name, disabled, onMove }: MoveButtonProps) {
  const Icon = by < 0 ? ArrowUp : ArrowDown;
  const direction = by < 0 ? "up" : "down";
  return (
    <Button
      variant="ghost"
      size="small-icon"
      data-move={by}
      title={`Move ${direction}`}
      aria-label={`Move ${name} ${direction}`}
      disabled={disabled}
      onClick={() => onMove(by)}
    >
      <Icon aria-hidden />
    </Button>
  );
}

/** Focuses the button that moved an entry: the browser drops the focus of one that moves or becomes disabled. @param place of the entry now */
export function focusMoved(list: Element | null, place: number, by: -1 | 1): void {
  const buttons = Array.from(list?.children[place]?.querySelectorAll<HTMLElement>("[data-move]:enabled") ?? []);
  (buttons.find(({ dataset }) => dataset["move"] === String(by)) ?? buttons[0])?.focus();
}
