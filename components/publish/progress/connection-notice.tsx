import { ExternalLink } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ConnectionState } from "@/lib/publish/send/connection-state";

/** Badge of an upload in each state of its connection. */
export const connectionBadges: Readonly<Record<ConnectionState, { text: string; tone: "accent" | "neutral" | "warning" }>> = {
  connecting: { text: "Connecting", tone: "neutral" },
  sending: { text: "Uploading", tone: "accent" },
  answering: { text: "Uploading", tone: "accent" },
  still: { text: "Waiting", tone: "warning" },
  paused: { text: "Paused", tone: "warning" },
  offline: { text: "Waiting", tone: "warning" },
  unreachable: { text: "Waiting", tone: "warning" },
  unavailable: { text: "Waiting", tone: "warning" },
  "signed-out": { text: "Signed out", tone: "warning" },
  unanswered: { text: "Waiting", tone: "warning" },
};

export function ConnectionBadge({ connection }: { connection: ConnectionState }) {
  const { text, tone } = connectionBadges[connection];
  return <Badge tone={tone}>{text}</Badge>;
}

const waits: Partial<Readonly<Record<ConnectionState, string>>> = {
  offline: "Waiting for the network. The upload goes on by itself when it is back.",
  unreachable: "The server cannot be reached. The upload goes on by itself when it answers.",
  unavailable: "The server cannot take the upload right now. It goes on by itself as soon as it can.",
  still: "Nothing has moved for some seconds. The upload goes on by itself.",
  unanswered:
    "The connection was lost before the server answered. It is being asked whether everything has arrived; do not upload it again yet.",
};

export function ConnectionNotice({ connection, email }: { connection: ConnectionState; email: string }) {
  const wait = waits[connection];
  if (wait) return <Notice tone="warning">{wait}</Notice>;
  if (connection !== "signed-out") return null;
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
