"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { useBanner } from "./notices/banner";

type IconButtonProps = Parameters<typeof IconButton>[0];

interface CopyButtonProps extends Omit<IconButtonProps, "onClick"> {
  /** The text, or a function that returns it in the browser. */
  text: string | (() => string);
  copied: string;
  /** Begins the message for a browser that doesn't allow copying. The text follows. */
  failed?: string;
}

/** Returns a function that copies a text. */
export function useCopy() {
  const { showBanner } = useBanner();
  return async (value: string, copied: string, failed: string) => {
    try {
      // Undefined on plain http, except on localhost.
      await navigator.clipboard.writeText(value);
      showBanner({ tone: "success", message: copied });
    } catch {
      showBanner({ tone: "info", message: `The browser doesn't allow copying. ${failed} ${value}`, timeout: 15_000 });
    }
  };
}

export function CopyButton({ text, copied, failed = "The text is", ...props }: CopyButtonProps) {
  const copy = useCopy();
  const copyText = () => void copy(typeof text === "string" ? text : text(), copied, failed);
  return <IconButton variant="secondary" onClick={copyText} {...props} />;
}

interface CopyLinkButtonProps extends Omit<IconButtonProps, "icon" | "label" | "onClick"> {
  /** Path on the application's origin, or a whole address. */
  path: string;
  label?: ReactNode;
}

/** Copies the absolute address of a path of the application. */
export function CopyLinkButton({ path, label = "Copy link", ...props }: CopyLinkButtonProps) {
  const text = () => new URL(path, window.location.origin).href;
  return <CopyButton icon={Link} label={label} text={text} copied="Link copied" failed="The link is" {...props} />;
}
