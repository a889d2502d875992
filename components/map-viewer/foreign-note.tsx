"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FrameNote } from "./frame-note";
import { mapHost } from "./map-address";

/** Addresses whose note was dismissed, until the page is loaded anew. */
const dismissed = new Set<string>();

/** What to do when another site's map stays empty: that a site forbids framing is told to nobody but the person who looks. */
export function ForeignNote({ address }: { address: string }) {
  const [isDismissed, setDismissed] = useState(() => dismissed.has(address));
  if (isDismissed) return null;
  const dismiss = () => {
    dismissed.add(address);
    setDismissed(true);
  };
  return (
    <FrameNote
      tone="info"
      actions={
        <Button variant="ghost" size="small-icon" aria-label="Dismiss" onClick={dismiss} className="-mr-2">
          <X aria-hidden />
        </Button>
      }
    >
      <span>
        If the map stays empty, {mapHost(address, window.location.href)} may not allow being shown inside other pages.{" "}
        <a href={address} target="_blank" rel="noopener noreferrer" className="font-medium text-accent-ink underline underline-offset-4">
          Open in New Tab
        </a>
      </span>
    </FrameNote>
  );
}
