import { readFile } from "node:fs/promises";

/** A step of a Dockerfile. */
export interface Step {
  instruction: string;
  argument: string;
}

export interface Stage {
  name: string;
  steps: Step[];
}

/** Returns the stages of a Dockerfile with their steps, in order. Omits comments, and joins continued lines. */
export async function readStages(file: string): Promise<Stage[]> {
  const lines = (await readFile(file, "utf8"))
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean);
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, instruction = "", argument = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    if (instruction === "FROM") stages.push({ name: / AS (\S+)$/.exec(argument)?.[1] ?? "", steps: [] });
    else stages.at(-1)?.steps.push({ instruction, argument });
  }
  return stages;
}
