import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ProjectEdit } from "@/lib/projects/schema";

const labels: Readonly<Record<string, string>> = {
  description: "Description",
  mapUrl: "Map URL",
  allowsLocation: "Location",
  allowsCamera: "Camera and microphone",
  allowsRouting: "First page for unknown addresses",
  allowsSharedMemory: "Shared memory",
  allowsSharing: "Share links",
} satisfies Record<keyof NonNullable<ProjectEdit["before"]>, string>;

interface OvertakenNoticeProps {
  /** What the server says about each field that was changed meanwhile. */
  fields: Readonly<Record<string, string>>;
  onUseNewer: () => void;
}

/** Shows what someone else changed while the form was open. Saving again replaces it. */
export function OvertakenNotice({ fields, onUseNewer }: OvertakenNoticeProps) {
  return (
    <Notice
      tone="warning"
      actions={
        <Button variant="secondary" size="small" onClick={onUseNewer}>
          Use Newer Values
        </Button>
      }
    >
      <p>This project was changed meanwhile. Nothing was saved. Save Changes replaces the newer values with yours.</p>
      <ul>
        {Object.entries(fields).map(([field, text]) => (
          <li key={field}>{`${labels[field] ?? field}: ${text}`}</li>
        ))}
      </ul>
    </Notice>
  );
}
