"use client";

import { useId, useState } from "react";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import type { Answer, Question } from "@/lib/data-maps/formats/data-file";
import { ColumnsQuestion } from "./columns-question";
import type { ProjectionFieldProps } from "./projection-field";

/** Few files need it, and it has the code of a list that is searched. */
export const LazyProjectionField = lazyPart<ProjectionFieldProps>(
  () => import("./projection-field").then(({ ProjectionField }) => ProjectionField),
  () => <Skeleton className="h-40" />,
);

export interface LayerQuestionProps {
  question: Question;
  /** Other files with a question about their projection. */
  othersCount: number;
  isBusy: boolean;
  /** @param isForAll the answer is for the other files as well */
  onAnswer: (answer: Answer, isForAll: boolean) => void;
}

/** Asks what only the user knows of a data file. */
export function LayerQuestion({ question, othersCount, isBusy, onAnswer }: LayerQuestionProps) {
  const id = useId();
  const [isForAll, setForAll] = useState(false);
  switch (question.kind) {
    case "projection":
      return (
        <div className="grid min-w-0 gap-2.5">
          <p>The file doesn&apos;t say which projection it has.</p>
          {othersCount > 0 ? (
            <label htmlFor={id} className="flex items-center gap-2.5">
              <Checkbox id={id} checked={isForAll} onChange={({ target }) => setForAll(target.checked)} />
              {othersCount === 1 ? "Also for the other file" : `Also for the ${othersCount.toLocaleString("en-US")} other files`} with this
              question
            </label>
          ) : null}
          <LazyProjectionField
            likely={question.likely}
            onChoose={(projection) => (isBusy ? undefined : onAnswer({ projection }, isForAll))}
          />
        </div>
      );
    case "columns":
      return <ColumnsQuestion {...question} isBusy={isBusy} onChoose={(columns) => onAnswer({ columns }, false)} />;
    case "swapped":
      return <SwappedQuestion at={question.at} isBusy={isBusy} onChoose={(isSwapped) => onAnswer({ isSwapped }, false)} />;
  }
}

const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(2)} ${value < 0 ? negative : positive}`;

interface SwappedQuestionProps {
  at: readonly [number, number];
  isBusy: boolean;
  onChoose: (isSwapped: boolean) => void;
}

function SwappedQuestion({ at: [x, y], isBusy, onChoose }: SwappedQuestionProps) {
  const place = `${degrees(x, ["E", "W"])}, ${degrees(y, ["N", "S"])}`;
  return (
    <div className="grid gap-2.5">
      <p>Latitude and longitude look swapped: the first point is at {place}.</p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => onChoose(true)}>
          Swap
        </Button>
        <Button variant="secondary" size="small" busy={isBusy} onClick={() => onChoose(false)}>
          Keep
        </Button>
      </div>
    </div>
  );
}
