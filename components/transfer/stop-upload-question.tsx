import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import type { useLeaveQuestion } from "@/components/shared/form/use-leave-question";

/** Asks before an upload is left. @param isKept whether what has been sent can be continued later */
export function StopUploadQuestion({
  question,
  isKept,
}: {
  question: Pick<ReturnType<typeof useLeaveQuestion>, "isOpen" | "leave" | "stay">;
  isKept: boolean;
}) {
  return (
    <ConfirmDialog
      isOpen={question.isOpen}
      title="Stop the upload?"
      confirmLabel="Stop and Leave"
      cancelLabel="Keep Uploading"
      onConfirm={question.leave}
      onCancel={question.stay}
    >
      {isKept
        ? "Leaving this screen stops the upload. What has been sent stays on the server, and you can continue it here later."
        : "Leaving this screen cancels the upload. Nothing of it is kept."}
    </ConfirmDialog>
  );
}
