import { existsSync, readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { invitationSweep } from "../lib/accounts/invitations/jobs";
import { noticeSweep } from "../lib/accounts/notices/jobs";
import { expiredChallengeSweep } from "../lib/accounts/passkeys/jobs";
import { expiredResetSweep, passwordResetSweep } from "../lib/accounts/password-resets/jobs";
import { expiredSessionSweep } from "../lib/accounts/sessions/jobs";
import { oldEventSweep } from "../lib/audit/jobs";
import { warmUp } from "../lib/data-maps/conversion/attempts";
import { storeViewer } from "../lib/data-maps/mutations";
import { disconnect, setConnectionWait } from "../lib/db/client";
import { env } from "../lib/env";
import { conversionHandlers, conversionSweep } from "../lib/files/conversion/jobs";
import { expiredTrashSweep } from "../lib/files/trash/jobs";
import { backlogQueries } from "../lib/imports/data";
import { importHandlers, importSweep } from "../lib/imports/jobs";
import { expiredUploadSweep } from "../lib/imports/uploads/jobs";
import { JobQueue } from "../lib/jobs/queue";
import { startSweeps } from "../lib/jobs/sweeps";
import { logger } from "../lib/logging/logger";
import { measureBlocking } from "../lib/logging/metrics/event-loop";
import { oldMailSweep } from "../lib/mail/jobs";
import { mapImageHandler, mapImageSweep } from "../lib/maps/images/jobs";
import { removeLeftFolders } from "../lib/maps/images/render/folders";
import { MapRenderer } from "../lib/maps/images/render/renderer";
import { usedTicketSweep } from "../lib/maps/jobs";
import { accessRequestSweep } from "../lib/projects/access-requests/jobs";
import { expiredGuestSweep, guestCodeSweep } from "../lib/projects/guests/jobs";
import { expiredProjectSweep, oldMapViewSweep, removedTreeSweep } from "../lib/projects/jobs";
import { unusedBlobSweep } from "../lib/storage/garbage/unused-blobs";
import { leftoverSweep, repackSweep, storedBytesSweep } from "../lib/storage/jobs";
import { measureBacklog } from "./observe/backlog";
import { runProcess, type Service } from "./process";

const THREADS = "/proc/self/task";
/** No user waits for the worker, and other processes of a busy machine run before it. Shorter than the time for its end. */
const CONNECTION_WAIT_MS = 15_000;

/** Lowers the priority of each thread, because Linux ranks threads separately. */
function lowerPriority(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      logger.debug({ err: error, thread }, "priority not lowered");
    }
  }
}

async function startWorker(): Promise<Service> {
  lowerPriority();
  await storeViewer(path.resolve(import.meta.dirname, "../dist/viewer"));
  await warmUp();
  const queue = await JobQueue.open();
  if (env().metrics) {
    measureBacklog(backlogQueries);
    measureBlocking();
  }
  for (const handler of importHandlers(queue)) await queue.work(handler);
  for (const handler of conversionHandlers(queue)) await queue.work(handler);
  await removeLeftFolders();
  // Chromium may be installed later, so it is searched for when a thumbnail is due.
  const renderer = env().rendersMapImages ? new MapRenderer() : null;
  if (renderer) await queue.work(mapImageHandler(renderer));
  const sweeps = startSweeps([
    importSweep(queue),
    conversionSweep(queue),
    passwordResetSweep,
    expiredResetSweep,
    noticeSweep,
    invitationSweep,
    accessRequestSweep,
    guestCodeSweep,
    expiredGuestSweep,
    expiredUploadSweep,
    expiredSessionSweep,
    expiredChallengeSweep,
    usedTicketSweep,
    oldEventSweep,
    oldMailSweep,
    expiredTrashSweep,
    expiredProjectSweep,
    removedTreeSweep,
    oldMapViewSweep,
    unusedBlobSweep,
    leftoverSweep,
    repackSweep,
    storedBytesSweep,
    ...(renderer ? [mapImageSweep(queue, renderer)] : []),
  ]);
  return {
    async close() {
      await sweeps.close();
      await queue.close();
      await renderer?.close();
      await disconnect();
    },
  };
}

setConnectionWait(CONNECTION_WAIT_MS);
await runProcess("worker", startWorker);
