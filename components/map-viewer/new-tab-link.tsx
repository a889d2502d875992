"use client";

import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { isWebAddress } from "./map-address";

interface NewTabLinkProps {
  address: string;
  labelClassName?: string;
  className?: string;
}

/** Opens the map itself. Renders nothing for addresses that are not http or https. */
export function NewTabLink({ address, labelClassName, className }: NewTabLinkProps) {
  if (!isWebAddress(address, window.location.href)) return null;
  return (
    <Button asChild variant="secondary" className={className}>
      <a href={address} title={labelClassName && "Open in New Tab"} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        <span className={labelClassName}>Open in New Tab</span>
      </a>
    </Button>
  );
}
