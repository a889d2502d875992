"use client";

import { useDraftUse } from "@/components/create-project/use-draft-use";
import { UploadNoticeBar } from "@/components/publish/progress/upload-notice";
import { useKeptFocus } from "@/components/publish/progress/use-kept-focus";
import { FlowHeading } from "@/components/publish/target/flow-heading";
import { ProjectPanel } from "@/components/publish/target/target-panel";
import type { UploadScreenProps } from "@/components/publish/target/upload-subject";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { formatBytes } from "@/components/shared/format-bytes";
import { StopUploadQuestion } from "@/components/transfer/stop-upload-question";
import { publishedMap } from "@/components/transfer/transfer-state";
import { Button } from "@/components/ui/button";
import type { PublishedMap } from "@/lib/publish/target";
import { announcementOf } from "./announcement";
import { FolderSteps } from "./folder-steps";
import { PhasePanel } from "./phase-panel";
import { UnfinishedFolders } from "./unfinished-folders";
import { isSending, type Phase } from "./upload-state";
import { useFolderUpload } from "./use-folder-upload";
import { useReturnToList } from "./use-return-to-list";
import { useUnfinishedFolders } from "./use-unfinished-folders";
import { useUploadActions } from "./use-upload-actions";

/** The Upload Folder screen: select, compare if it replaces a map, upload, publish. */
export function FolderUpload({ subject, account, onDraftChange, onDraftUsed, onEditProject, onBack, ...ways }: UploadScreenProps) {
  const { phase, notice, controller, dispatch } = useFolderUpload(account.id);
  const { isStarting, ...actions } = useUploadActions(controller, subject);
  // Beside what is chosen now, another "continue" would only make one wonder which of the two is meant.
  const unfinished = useUnfinishedFolders(account.id, phase.status === "idle");
  const leaving = useLeaveQuestion(isSending(phase.status));
  const panel = useKeptFocus(phase.status);
  const stay = useReturnToList(phase.status, ways.onViewProjects);
  const target = "target" in phase ? phase.target : null;
  useDraftUse({ isComplete: phase.status === "complete", isExtracting: phase.status === "extracting", target, onDraftUsed });

  const isReplacing = target ? target.replacesId !== null : subject.kind === "replace";
  const map = mapOf(phase);

  function viewMap(published: PublishedMap) {
    stay();
    ways.onViewMap(published);
  }

  return (
    <div className="grid gap-5">
      <FlowHeading title="Upload Folder" description="The folder of the map site as it is: index.html, tiles and data." />
      <FolderSteps phase={phase} isReplacing={isReplacing} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <ProjectPanel subject={subject} target={target} onDraftChange={onDraftChange} onEditProject={() => leaveScreen(onEditProject)} />
        <div className="grid min-w-0 gap-5 xl:-order-1">
          <section ref={panel} aria-label="Upload" tabIndex={-1} className="outline-none">
            <PhasePanel
              phase={phase}
              email={account.email}
              isReplacing={isReplacing}
              isStarting={isStarting}
              onChoose={(choice) => void controller.choose(choice)}
              onCompare={() => void actions.compare()}
              onUpload={() => void actions.upload()}
              onPause={() => void controller.pause()}
              onResume={() => controller.resume()}
              onCancel={() => controller.cancel()}
              onViewMap={() => map && viewMap(map)}
              onViewProjects={ways.onViewProjects}
            />
          </section>
          {notice ? <UploadNoticeBar notice={notice} onDismiss={() => dispatch({ type: "noticeDismissed" })} onViewMap={viewMap} /> : null}
          <UnfinishedFolders
            folders={unfinished.folders}
            onContinue={(session, choice) => void actions.continueUpload(session, choice)}
            onReopen={actions.reopen}
            onPublish={(session) => void actions.publish(session)}
            onDiscard={unfinished.discard}
          />
        </div>
      </div>
      {phase.status === "extracting" || phase.status === "complete" ? null : (
        <div className="flex border-t pt-4">
          <Button variant="secondary" onClick={() => leaveScreen(onBack)}>
            Back
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(phase)}
      </p>
      <LargeFolderQuestion phase={phase} onConfirm={() => dispatch({ type: "confirmed" })} onCancel={() => controller.cancel()} />
      <StopUploadQuestion question={leaving} isKept />
    </div>
  );
}

function mapOf(phase: Phase): PublishedMap | null {
  if (phase.status === "complete") return phase.map;
  return phase.status === "extracting" ? publishedMap(phase) : null;
}

interface LargeFolderQuestionProps {
  phase: Phase;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Spec 001 §5. */
function LargeFolderQuestion({ phase, onConfirm, onCancel }: LargeFolderQuestionProps) {
  const isDoubted = phase.status === "doubted";
  const size = isDoubted ? formatBytes(phase.selection.byteCount) : "";
  return (
    <ConfirmDialog
      isOpen={isDoubted}
      title="Large folder"
      confirmLabel="Continue"
      isDangerous={false}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      This folder is {size}. Large uploads may take significant time. Continue?
    </ConfirmDialog>
  );
}
