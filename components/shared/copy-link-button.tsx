"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { useBanner } from "./notices/banner";

interface CopyLinkButtonProps extends Omit<Parameters<typeof IconButton>[0], "icon" | "label" | "onClick"> {
  /** Path on the application's origin, or a whole address. */
  path: string;
  label?: ReactNode;
}

/** Copies the absolute address of a path of the application. */
export function CopyLinkButton({ path, label = "Copy link", ...props }: CopyLinkButtonProps) {
  const { showBanner } = useBanner();
  const copyLink = async () => {
    const address = new URL(path, window.location.origin).href;
    try {
      // Undefined on plain http, except on localhost.
      await navigator.clipboard.writeText(address);
      showBanner({ tone: "success", message: "Link copied" });
    } catch {
      showBanner({ tone: "info", message: `The browser doesn't allow copying. The link is ${address}`, timeout: 15_000 });
    }
  };
  return <IconButton icon={Link} label={label} variant="secondary" onClick={() => void copyLink()} {...props} />;
}
