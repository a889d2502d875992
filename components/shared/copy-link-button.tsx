"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { type Banner, useBanner } from "./banner-provider";

async function copy(address: string): Promise<Banner> {
  try {
    // Undefined on plain http, except on localhost.
    await navigator.clipboard.writeText(address);
    return { tone: "success", message: "Link copied" };
  } catch {
    return { tone: "info", message: `The browser doesn't allow copying. The link is ${address}`, timeout: 15_000 };
  }
}

interface CopyLinkButtonProps extends Omit<Parameters<typeof IconButton>[0], "icon" | "label" | "onClick"> {
  /** Path on the application's origin, or a whole address. */
  path: string;
  label?: ReactNode;
}

/** Copies the absolute address of a path of the application. */
export function CopyLinkButton({ path, label = "Copy link", ...props }: CopyLinkButtonProps) {
  const { showBanner } = useBanner();
  const copyLink = async () => showBanner(await copy(new URL(path, window.location.origin).href));
  return <IconButton icon={Link} label={label} variant="secondary" onClick={() => void copyLink()} {...props} />;
}
