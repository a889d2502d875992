import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ConnectionState } from "@/lib/upload-client/send/connection-state";

interface ConnectionLook {
  /** Text and tone of the badge. */
  text: string;
  tone: "accent" | "neutral" | "warning";
  /** Explains what the upload waits for. Screen readers announce it. */
  wait?: string;
}

const waiting = (wait: string): ConnectionLook => ({ text: "Waiting", tone: "warning", wait });

export const connectionLooks: Readonly<Record<ConnectionState, ConnectionLook>> = {
  connecting: { text: "Connecting", tone: "neutral" },
  sending: { text: "Uploading", tone: "accent" },
  answering: { text: "Uploading", tone: "accent" },
  paused: { text: "Paused", tone: "warning" },
  still: waiting("No data has been sent for some seconds. The upload continues automatically."),
  offline: waiting("Waiting for the network. The upload continues automatically."),
  unreachable: waiting("The server cannot be reached. The upload continues automatically when it answers."),
  unavailable: waiting("The server cannot take the upload right now. The upload continues automatically when it can."),
  full: waiting("The server's disk is full. The upload continues automatically when an operator has freed space."),
  unanswered: waiting(
    "The connection was lost before the server answered. It is being asked whether everything has arrived; do not upload it again yet.",
  ),
  "signed-out": { text: "Signed out", tone: "warning" },
};

export function ConnectionNotice({ connection, email }: { connection: ConnectionState; email: string }) {
  const { wait } = connectionLooks[connection];
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
      Your session has ended. Sign in as {email} to continue. Nothing is lost, and the upload goes on here.
    </Notice>
  );
}
