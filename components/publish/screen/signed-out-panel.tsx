import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Panel } from "../progress/panel";
import { uploadMethods } from "../source/zip/upload-method";

interface SignedOutPanelProps {
  title: string;
  email: string;
  onContinue: () => void;
  onCancel: () => void;
}

/** Offers the resumable upload after the session has ended before or during a direct one. */
export function SignedOutPanel({ title, email, onContinue, onCancel }: SignedOutPanelProps) {
  return (
    <Panel
      title={title}
      detail={`The file is still chosen. ${uploadMethods.tus.name} waits until you sign in as ${email}, and survives ended sessions.`}
      aside={<Badge tone="warning">Signed out</Badge>}
      actions={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={onContinue}>Continue with {uploadMethods.tus.name}</Button>
        </>
      }
    />
  );
}
