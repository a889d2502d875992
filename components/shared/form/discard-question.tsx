import { ConfirmDialog } from "../confirm-dialog";
import type { useLeaveQuestion } from "./use-leave-question";

export function DiscardQuestion({
  question,
  children,
}: {
  question: Pick<ReturnType<typeof useLeaveQuestion>, "isOpen" | "leave" | "stay">;
  children: string;
}) {
  return (
    <ConfirmDialog
      isOpen={question.isOpen}
      title="Discard changes?"
      confirmLabel="Discard"
      cancelLabel="Keep Editing"
      onConfirm={question.leave}
      onCancel={question.stay}
    >
      {children}
    </ConfirmDialog>
  );
}
