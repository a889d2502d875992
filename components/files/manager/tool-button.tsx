import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";

interface ToolButtonProps extends Omit<ButtonProps, "children" | "size"> {
  icon: LucideIcon;
  label: string;
  /** The keys that do the same. */
  keys?: string;
  /** From this width on the label stands beside the icon; without it never. */
  labelFrom?: "always" | "md" | "lg";
}

const labels = { always: "", md: "max-md:sr-only", lg: "max-lg:sr-only" } as const;
const sizes = {
  always: "",
  md: "max-md:w-8 max-md:px-0 max-md:pointer-coarse:w-10",
  lg: "max-lg:w-8 max-lg:px-0 max-lg:pointer-coarse:w-10",
} as const;

/** A button of the manager's toolbar. */
export function ToolButton({ icon: Icon, label, keys, labelFrom, className, variant = "ghost", ...props }: ToolButtonProps) {
  return (
    <Button
      variant={variant}
      size={labelFrom ? "small" : "small-icon"}
      title={keys ? `${label} (${keys})` : label}
      className={classNames(labelFrom && sizes[labelFrom], className)}
      {...props}
    >
      {props.busy ? null : <Icon aria-hidden />}
      <span className={labelFrom ? labels[labelFrom] : "sr-only"}>{label}</span>
    </Button>
  );
}
