import { cva } from "class-variance-authority";

/** The classes of a button, without the code of icons that `Button` loads for its spinner. */
export const buttonStyles = cva(
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
