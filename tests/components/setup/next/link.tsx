/** Stands for `next/link` in component tests. */
import type { AnchorHTMLAttributes, Ref } from "react";
import { router } from "./navigation";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  prefetch?: boolean;
  replace?: boolean;
  scroll?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

export default function Link({ href, prefetch: _, replace = false, scroll: __, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || rest.target || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        router[replace ? "replace" : "push"](href);
      }}
    />
  );
}
