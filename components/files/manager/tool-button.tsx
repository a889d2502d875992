import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

interface ToolButtonProps extends Omit<ButtonProps, "children" | "size"> {
  icon: LucideIcon;
  label: string;
  keys?: string;
  labelFrom?: "always" | "md" | "lg";
}

const labels = { always: "", md: "max-md:sr-only", lg: "max-lg:sr-only" } as const;
const sizes = {
  always: "",
  md: "max-md:w-8 max-md:px-0 max-md:pointer-coarse:w-10",
  lg: "max-lg:w-8 max-lg:px-0 max-lg:pointer-coarse:w-10",
} as const;

export function ToolButton({ icon: Icon, label, keys, labelFrom, className, variant = "ghost", ...props }: ToolButtonProps) {
  return (
    <Button
      variant={variant}
      size={labelFrom ? "small" : "small-icon"}
      title={keys ? `${label} (${keys})` : label}
      className={cn(labelFrom && sizes[labelFrom], className)}
      {...props}
    >
      {props.busy ? null : <Icon aria-hidden />}
      <span className={labelFrom ? labels[labelFrom] : "sr-only"}>{label}</span>
    </Button>
  );
}
