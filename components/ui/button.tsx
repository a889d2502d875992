import { Slot } from "@radix-ui/react-slot";
import type { VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { buttonStyles } from "./button-styles";
import { cn } from "./cn";
import { Spinner } from "./spinner";

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonStyles> {
  asChild?: boolean;
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  busy = false,
  type = "button",
  onClick,
  children,
  ...props
}: ButtonProps) {
  const styles = cn(buttonStyles({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={styles} onClick={onClick} {...props}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type={type}
      className={styles}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      // A disabled button would lose the keyboard focus.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "asChild"> {
  icon: LucideIcon;
  label: ReactNode;
}

export function IconButton({ icon: Icon, label, ...props }: IconButtonProps) {
  return (
    <Button {...props}>
      {props.busy ? null : <Icon aria-hidden />}
      {label}
    </Button>
  );
}
