"use client";

import { Bell, BellRing } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { askForDesktopNotices, desktopNoticePermission } from "./desktop-notice";

export function NoticeOffer() {
  const [wasAsked] = useState(() => desktopNoticePermission() !== "default");
  const [permission, setPermission] = useState(desktopNoticePermission);
  if (wasAsked || permission === "denied") return null;
  const isGranted = permission === "granted";
  return (
    <Button
      variant="ghost"
      className="max-sm:px-3"
      aria-disabled={isGranted || undefined}
      onClick={() => void askForDesktopNotices().then(() => setPermission(desktopNoticePermission()))}
    >
      {isGranted ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      <span className="max-sm:sr-only">{isGranted ? "You will be notified" : "Notify Me"}</span>
    </Button>
  );
}
