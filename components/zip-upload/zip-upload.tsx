"use client";

import { useDraftUse } from "@/components/create-project/use-draft-use";
import { UploadNoticeBar } from "@/components/publish/progress/upload-notice";
import { useKeptFocus } from "@/components/publish/progress/use-kept-focus";
import { WayChoice } from "@/components/publish/screen/method-choice";
import { FlowHeading } from "@/components/publish/target/flow-heading";
import type { UploadScreenProps } from "@/components/publish/target/upload-subject";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { StopUploadQuestion } from "@/components/transfer/stop-upload-question";
import { publishedMap } from "@/components/transfer/transfer-state";
import { Button } from "@/components/ui/button";
import { announcementOf } from "./announcement";
import { forgetExtraction } from "./kept-extraction";
import { PhasePanel } from "./phase-panel";
import { shownTarget } from "./shown-target";
import { TargetSummary } from "./target-summary";
import { UnfinishedList } from "./unfinished-list";
import { isUnderWay } from "./upload-state";
import { UploadSteps } from "./upload-steps";
import { useEndNotices } from "./use-end-notices";
import { useUnfinishedUploads } from "./use-unfinished-uploads";
import { useUploadActions } from "./use-upload-actions";
import { useZipUpload } from "./use-zip-upload";

const forgetKept = () => forgetExtraction(window.sessionStorage);

/** The Upload ZIP screen: choose a way, check, upload, extract. */
export function ZipUpload({ subject, account, onDraftUsed, onEditProject, onBack, onViewProjects, onViewMap }: UploadScreenProps) {
  const { way, phase, notice, controller, dispatch } = useZipUpload(account.id);
  const { isStarting, ...actions } = useUploadActions(controller, subject);
  const unfinished = useUnfinishedUploads(account.id, !isUnderWay(phase));
  const leaving = useLeaveQuestion(phase.status === "uploading");
  const panel = useKeptFocus(phase.status);
  useDraftUse({
    isComplete: phase.status === "complete",
    isExtracting: phase.status === "extracting",
    target: "target" in phase ? phase.target : null,
    onDraftUsed,
    onLeft: forgetKept,
  });
  useEndNotices({ phase, notice });

  const target = shownTarget(phase, subject);
  const map = phase.status === "extracting" || phase.status === "complete" ? publishedMap(phase) : null;
  const isSettled = "target" in phase;
  return (
    <div className="grid gap-5">
      <FlowHeading title="Upload ZIP" description="One archive with the whole map site in it: index.html, tiles and data." />
      <UploadSteps phase={phase} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <TargetSummary {...target} onEdit={isSettled || target.isReplaced ? null : () => leaveScreen(onEditProject)} />
        <div className="grid min-w-0 gap-5 xl:-order-1">
          <WayChoice way={way} isSettled={isSettled} onChoose={(chosen) => dispatch({ type: "wayChosen", way: chosen })} />
          <section ref={panel} aria-label="Upload" tabIndex={-1} className="outline-none">
            <PhasePanel
              phase={phase}
              way={way}
              email={account.email}
              isStarting={isStarting}
              onFiles={(files) => void controller.choose(files, way)}
              onUpload={() => void actions.upload(way)}
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
            onReopen={(stored, handle) => void actions.reopen(stored, handle).then((isOpen) => isOpen || unfinished.dropHandle(stored))}
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
      <StopUploadQuestion question={leaving} isKept={way !== "direct"} />
    </div>
  );
}
