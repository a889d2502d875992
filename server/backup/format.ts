import { z } from "zod";

/** The two files that a backup has besides those of DATA_DIR. The sums come last: a backup without them is not whole. */
export const DESCRIPTION = "backup.json";
export const SUMS = "SHA256SUMS";

export const descriptionSchema = z.object({
  product: z.literal("sea-vision"),
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Major version of PostgreSQL that can read it. */
  postgres: z.string(),
  /** Of the cluster: backups with the same one are of the same product. */
  identity: z.string(),
  /** Folders of the cluster, empty ones too. */
  folders: z.array(z.string()),
});
export type BackupDescription = z.infer<typeof descriptionSchema>;

/** In the format of sha256sum, so that its `-c` checks a backup as well. A name with a line break would be two: none of ours has one. */
export function formatSums(sums: ReadonlyMap<string, string>): string {
  return [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join("");
}

/** @throws Error when a line is something else */
export function parseSums(text: string): Map<string, string> {
  const lines = text.split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, sum, name] = /^([0-9a-f]{64}) {2}([^/].*)$/.exec(line) ?? [];
      if (!sum || !name || name.split("/").includes("..")) throw new Error(`${SUMS} is damaged: ${JSON.stringify(line.slice(0, 100))}`);
      return [name, sum];
    }),
  );
}
