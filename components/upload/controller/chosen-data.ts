import type { Answer, Answers, FoundLayer } from "@/lib/data-maps/formats/data-file";
import type { UploadTarget } from "@/lib/upload-client/target";
import { describeInWorker } from "../source/data/describe";
import type { ChosenFiles, LocalData } from "../source/data/describe.worker";
import type { UploadJob } from "./upload-controller";
import type { DescribedData } from "./upload-state";

const pathOf = (data: LocalData) => ("entry" in data ? data.entry.path : data.path);

/** Returns the answers with others for files. Null removes what was answered. */
function withAnswer(answers: Answers, files: readonly string[], answer: Answer | null): Answers {
  const others = Object.entries(answers).filter(([file]) => !files.includes(file));
  const given = answer === null ? [] : files.map((file) => [file, { ...answers[file], ...answer }] as const);
  return Object.fromEntries([...others, ...given]);
}

/** Returns the layers with those of files that were described again, in their places. */
function replaceFiles(layers: readonly FoundLayer[], files: readonly string[], again: readonly FoundLayer[]): FoundLayer[] {
  return layers.flatMap((layer, index) => {
    if (!files.includes(layer.file)) return layer;
    const isFirst = layers.findIndex(({ file }) => file === layer.file) === index;
    return isFirst ? again.filter(({ file }) => file === layer.file) : [];
  });
}

/** The chosen data files, their layers, and what the user says of the files. */
export class ChosenData {
  private found: ChosenFiles = { data: [], tiles: [] };
  private layers: readonly FoundLayer[] = [];

  constructor(private answers: Answers = {}) {}

  /** Describes chosen files. Earlier answers count. @throws as {@link describeInWorker} */
  async describe(found: ChosenFiles, signal: AbortSignal): Promise<DescribedData> {
    this.layers = await describeInWorker(found, this.answers, signal);
    this.found = found;
    return { layers: this.layers, answers: this.answers };
  }

  /** Describes files again with an answer. Keeps their former layers when they can't be shown. @param answer null asks again */
  async answer(files: readonly string[], answer: Answer | null, job: Pick<UploadJob, "dispatch" | "notify" | "signal">): Promise<void> {
    const answers = withAnswer(this.answers, files, answer);
    try {
      const data = this.found.data.filter((one) => files.includes(pathOf(one)));
      const again = await describeInWorker({ data, tiles: [] }, answers, job.signal);
      this.answers = answers;
      this.layers = replaceFiles(this.layers, files, again);
      job.dispatch({ type: "described", data: { layers: this.layers, answers } });
    } catch (error) {
      job.notify("error", error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns a target with the answers. */
  addTo(target: UploadTarget): UploadTarget {
    return Object.keys(this.answers).length > 0 ? { ...target, answers: this.answers } : target;
  }
}
