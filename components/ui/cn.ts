import { type ClassValue, clsx } from "clsx";
import { type ComponentProps, createElement, type ElementType } from "react";
import { extendTailwindMerge } from "tailwind-merge";

/** Shadows of app/globals.css. Without their names they would be colors of a shadow. */
const mergeClasses = extendTailwindMerge({ extend: { theme: { shadow: ["low", "pop", "dialog"] } } });

/** Joins class names. If two classes set the same property, the later one wins. */
export function cn(...inputs: ClassValue[]): string {
  return mergeClasses(clsx(inputs));
}

/** Returns a component that renders `tag` with these classes and the caller's. Call it at module level. */
export function styled<Tag extends ElementType>(tag: Tag, styles: string) {
  const element: ElementType = tag;
  return ({ className, ...props }: ComponentProps<Tag>) => createElement(element, { ...props, className: cn(styles, className) });
}
