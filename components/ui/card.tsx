import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={classNames("rounded-lg border bg-raised shadow-low", className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<"header">) {
  return <header className={classNames("grid gap-0.5 px-5 pt-5", className)} {...props} />;
}

export function CardTitle({ className, ...props }: ComponentProps<"h2">) {
  return <h2 className={classNames("font-semibold text-lg", className)} {...props} />;
}

export function CardDescription({ className, ...props }: ComponentProps<"p">) {
  return <p className={classNames("text-ink-muted", className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<"div">) {
  return <div className={classNames("p-5", className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<"footer">) {
  return <footer className={classNames("flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3", className)} {...props} />;
}
