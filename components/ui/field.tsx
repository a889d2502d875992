"use client";

import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn, styled } from "./cn";

export const Label = styled("label", "select-none font-medium text-ink text-sm");

interface FieldControlProps {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Marks the control without a message of its own. */
  isInvalid?: boolean;
  aside?: ReactNode;
  required?: boolean;
  className?: string;
  children: (control: FieldControlProps) => ReactNode;
}

export function Field({ label, hint, error, isInvalid = false, aside, required = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : "", error ? errorId : ""].filter(Boolean).join(" ");
  return (
    <div className={cn("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>
          {label}
          {required ? (
            <span aria-hidden className="text-danger-ink">
              {" *"}
            </span>
          ) : null}
        </Label>
        {aside ? <span className="text-ink-muted text-xs tabular-nums">{aside}</span> : null}
      </div>
      {children({ id, "aria-invalid": error || isInvalid ? true : undefined, "aria-describedby": describedBy || undefined })}
      {hint ? (
        <p id={hintId} className="text-ink-muted text-sm">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className="flex animate-notice-in items-start gap-1.5 text-danger-ink text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {children}
    </p>
  );
}
