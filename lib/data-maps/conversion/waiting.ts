import { db } from "../../db/client";
import type { Transaction } from "../../db/transaction";

const notStarted = (projectId: string, paths: readonly string[]) =>
  paths.map((path) => ({ projectId, path, tag: "", heldUntil: new Date(0) }));

/**
 * Lists the files of a map that wait for their conversion, so that they are shown. Removes files that are no longer due.
 * @returns whether files are still listed
 */
export async function listWaiting(projectId: string, due: readonly string[]): Promise<boolean> {
  const { conversion } = db();
  await conversion.deleteMany({ where: { projectId, path: { notIn: [...due] }, heldUntil: { lt: new Date() } } });
  await conversion.createMany({ data: notStarted(projectId, due), skipDuplicates: true });
  return (await conversion.count({ where: { projectId } })) > 0;
}

/** Lists a file that is converted again. */
export async function addConversion(tx: Transaction, projectId: string, path: string): Promise<void> {
  await tx.conversion.createMany({ data: notStarted(projectId, [path]), skipDuplicates: true });
}

/** Ends the conversion of a file: a running one stops when its process next reports. @returns false when there is none */
export async function removeConversion(tx: Transaction, projectId: string, path: string): Promise<boolean> {
  const { count } = await tx.conversion.deleteMany({ where: { projectId, path } });
  return count > 0;
}
