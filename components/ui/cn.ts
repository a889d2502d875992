import { type ClassValue, clsx } from "clsx";
import { type ComponentProps, createElement, type ElementType } from "react";
import { extendTailwindMerge } from "tailwind-merge";

// Without the names of our shadows, a caller's `shadow-none` would not override them.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ["low", "pop", "dialog"] } } });

/** Joins class names. When two set the same property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}

/** Returns a component that renders `tag` with these classes and those of its caller. For use at module level. */
export function styled<Tag extends ElementType>(tag: Tag, styles: string) {
  const element: ElementType = tag;
  return ({ className, ...props }: ComponentProps<Tag>) => createElement(element, { ...props, className: cn(styles, className) });
}
