"use client";

import { useHydrated } from "@/components/shared/use-hydrated";
import { Button, type ButtonProps } from "@/components/ui/button";

/**
 * Sends a form that the page came with. Until the script is here that takes the form it takes no press, nor Enter in a field,
 * but looks no different: a moment later it does, with everything that was typed still there. The browser itself would leave the page.
 */
export function SubmitButton({ busy, children }: Pick<ButtonProps, "busy" | "children">) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      size="large"
      busy={busy}
      disabled={!isHydrated}
      className="mt-1 w-full disabled:cursor-progress disabled:opacity-100"
    >
      {children}
    </Button>
  );
}
