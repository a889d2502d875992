"use client";

import { ExternalLink } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { isWebAddress } from "./map-address";

interface NewTabLinkProps extends Pick<ButtonProps, "variant" | "size" | "className"> {
  address: string;
  /** Shows the sign alone on narrow screens. */
  isShort?: boolean;
}

/** Opens the map itself, which learns nothing of the page that it was opened from. Nothing for what is no address of the web. */
export function NewTabLink({ address, isShort = false, variant = "secondary", size, className }: NewTabLinkProps) {
  if (!isWebAddress(address, window.location.href)) return null;
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <a href={address} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        <span className={isShort ? "max-sm:sr-only" : undefined}>Open in New Tab</span>
      </a>
    </Button>
  );
}
