import { ExternalLink } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { UploadLink } from "@/lib/publish/send/upload-link";

const badges: Readonly<Record<UploadLink, { text: string; tone: "accent" | "neutral" | "warning" }>> = {
  connecting: { text: "Connecting", tone: "neutral" },
  sending: { text: "Uploading", tone: "accent" },
  still: { text: "Waiting", tone: "warning" },
  paused: { text: "Paused", tone: "warning" },
  offline: { text: "Waiting", tone: "warning" },
  unreachable: { text: "Waiting", tone: "warning" },
  unavailable: { text: "Waiting", tone: "warning" },
  "signed-out": { text: "Signed out", tone: "warning" },
  unanswered: { text: "Waiting", tone: "warning" },
};

/** In a word, how an upload stands. */
export function LinkBadge({ link }: { link: UploadLink }) {
  const { text, tone } = badges[link];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Why nothing moves, and what it takes to go on. */
export function LinkNotice({ link, email }: { link: UploadLink; email: string }) {
  if (link === "offline") return <Notice tone="warning">Waiting for the network. The upload goes on by itself when it is back.</Notice>;
  if (link === "unreachable")
    return <Notice tone="warning">The server cannot be reached. The upload goes on by itself when it answers.</Notice>;
  if (link === "unavailable")
    return <Notice tone="warning">The server cannot take the upload right now. It goes on by itself as soon as it can.</Notice>;
  if (link === "still") return <Notice tone="warning">Nothing has moved for some seconds. The upload goes on by itself.</Notice>;
  if (link === "unanswered")
    return (
      <Notice tone="warning">
        The connection was lost before the server answered. It is being asked whether everything has arrived; do not upload it again yet.
      </Notice>
    );
  if (link !== "signed-out") return null;
  const signIn = (
    <Button asChild variant="secondary" size="small">
      <a href="/login" target="_blank" rel="noopener">
        <ExternalLink aria-hidden />
        Sign In
      </a>
    </Button>
  );
  return (
    <Notice tone="warning" actions={signIn}>
      Your session has ended. Nothing is lost: sign in as {email} in another tab, and the upload goes on here.
    </Notice>
  );
}
