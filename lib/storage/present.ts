import { type Findings, isSound, type StorageInspection } from "./schema";

const count = (value: number) => value.toLocaleString("en-US");

function describe(name: string, { count: found, examples }: Findings): string[] {
  const more = found - examples.length;
  return [
    `${name.padEnd(11)} ${count(found)}`,
    ...examples.map((example) => `  ${example}`),
    ...(examples.length > 0 && more > 0 ? [`  … and ${count(more)} more`] : []),
  ];
}

export function describeInspection(inspection: StorageInspection): string {
  const { missing, orphaned, mismatched, underWay, compared } = inspection;
  return [
    `Compared ${count(compared.blobs)} blobs (${count(compared.blobBytes)} bytes) with ${count(compared.objects)} stored objects, and ${count(compared.files)} files of ${count(compared.trees)} folder trees with their blobs.`,
    "",
    ...describe("missing", missing),
    ...describe("orphaned", orphaned),
    ...describe("mismatched", mismatched),
    "",
    `Under way: ${count(underWay.uploads)} uploads, ${count(underWay.imports)} imports, ${count(underWay.writes)} blobs being written; ${count(underWay.unneeded)} blobs are no longer needed and will be deleted.`,
    isSound(inspection) ? "Database and object store fit together." : "Database and object store do NOT fit together.",
  ].join("\n");
}
