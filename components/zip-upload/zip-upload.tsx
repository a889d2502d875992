"use client";

import { FlowHeading } from "@/components/create-project/flow-heading";
import type { ProjectDraft } from "@/components/create-project/project-draft";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { leaveScreen } from "@/components/shared/leave-guard";
import { useLeaveQuestion } from "@/components/shared/use-leave-question";
import { Button } from "@/components/ui/button";
import { announcementOf } from "./announcement";
import { PhasePanel } from "./phase-panel";
import { TargetSummary } from "./target-summary";
import { UnfinishedList } from "./unfinished-list";
import { UploadNoticeBar } from "./upload-notice";
import { isUnderWay, type PublishedMap, publishedMap } from "./upload-state";
import { UploadSteps } from "./upload-steps";
import { useDraftUse } from "./use-draft-use";
import { useKeptFocus } from "./use-kept-focus";
import { useUnfinishedUploads } from "./use-unfinished-uploads";
import { useUploadActions } from "./use-upload-actions";
import { useZipUpload } from "./use-zip-upload";

interface ZipUploadProps {
  draft: ProjectDraft;
  account: { id: string; email: string };
  /** The draft has become a project, or is about to; the next one wants another name. */
  onDraftUsed: () => void;
  onEditProject: () => void;
  onBack: () => void;
  onViewProjects: () => void;
  onViewMap: (map: PublishedMap) => void;
}

/** The Upload ZIP screen: check, upload, extract. */
export function ZipUpload({ draft, account, onDraftUsed, onEditProject, onBack, onViewProjects, onViewMap }: ZipUploadProps) {
  const { phase, notice, controller, dispatch } = useZipUpload(account.id);
  const { isStarting, ...actions } = useUploadActions(controller, draft);
  const unfinished = useUnfinishedUploads(account.id, !isUnderWay(phase));
  const leaving = useLeaveQuestion(phase.status === "uploading");
  const panel = useKeptFocus(phase.status);
  useDraftUse(phase.status, onDraftUsed);

  const target = "target" in phase ? phase.target : null;
  const map = publishedMap(phase);
  return (
    <div className="grid gap-5">
      <FlowHeading title="Upload ZIP" description="One archive with the whole map site in it: index.html, tiles and data." />
      <UploadSteps phase={phase} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <TargetSummary
          name={target?.projectName ?? draft.name}
          description={target?.description ?? draft.description}
          onEdit={target ? null : () => leaveScreen(onEditProject)}
        />
        <div className="grid min-w-0 gap-5 xl:-order-1">
          <section ref={panel} aria-label="Upload" tabIndex={-1} className="outline-none">
            <PhasePanel
              phase={phase}
              email={account.email}
              isStarting={isStarting}
              onFiles={(files) => void controller.choose(files)}
              onUpload={() => void actions.upload()}
              onPause={() => void controller.pause()}
              onResume={() => controller.resume()}
              onCancel={() => controller.cancel()}
              onViewMap={() => map && onViewMap(map)}
              onViewProjects={onViewProjects}
            />
          </section>
          {notice ? (
            <UploadNoticeBar notice={notice} onDismiss={() => dispatch({ type: "noticeDismissed" })} onViewMap={onViewMap} />
          ) : null}
          <UnfinishedList
            uploads={unfinished.uploads}
            onContinue={(stored, files) => void actions.continueUpload(stored, files)}
            onPublish={(stored) => void actions.publish(stored)}
            onDiscard={unfinished.discard}
          />
        </div>
      </div>
      {phase.status === "extracting" ? null : (
        <div className="flex border-t pt-4">
          <Button variant="secondary" onClick={() => leaveScreen(onBack)}>
            Back
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcementOf(phase)}
      </p>
      <ConfirmDialog
        isOpen={leaving.isOpen}
        title="Stop the upload?"
        confirmLabel="Stop and Leave"
        cancelLabel="Keep Uploading"
        onConfirm={leaving.leave}
        onCancel={leaving.stay}
      >
        Leaving this screen stops the upload. What has been sent stays on the server, and you can continue it here later.
      </ConfirmDialog>
    </div>
  );
}
