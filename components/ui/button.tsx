import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const buttonStyles = cva(
  "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-low not-disabled:hover:bg-accent-hover",
        secondary:
          "border border-line-strong bg-raised text-ink shadow-low not-disabled:hover:bg-surface not-disabled:hover:border-ink-faint",
        ghost: "text-ink-muted not-disabled:hover:bg-surface not-disabled:hover:text-ink",
        danger: "bg-danger text-white shadow-low not-disabled:hover:bg-danger-hover",
        link: "text-accent-ink underline-offset-4 not-disabled:hover:underline",
      },
      size: {
        small: "h-8 px-3 text-sm pointer-coarse:h-10",
        medium: "h-9 px-4 text-base pointer-coarse:h-11",
        large: "h-11 px-5 text-base",
        icon: "size-9 pointer-coarse:size-11",
        "small-icon": "size-8 pointer-coarse:size-10",
        inline: "h-auto p-0 text-base",
      },
    },
    defaultVariants: { variant: "primary", size: "medium" },
  },
);

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
