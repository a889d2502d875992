"use client";

import { useId, useState } from "react";
import { Select } from "@/components/shared/form/select";
import { lazyPart } from "@/components/shared/lazy-part";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";
import type { Answer, Question } from "@/lib/data-maps/formats/data-file";
import type { ProjectionFieldProps } from "./projection-field";

/** Rows that help to recognize the columns. */
const SHOWN_ROWS = 5;

interface ColumnsQuestionProps {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  isBusy: boolean;
  onChoose: (columns: { longitude: string; latitude: string }) => void;
}

/** Asks which columns of a table have the coordinates. */
function ColumnsQuestion({ columns, rows, isBusy, onChoose }: ColumnsQuestionProps) {
  const [longitude, setLongitude] = useState("");
  const [latitude, setLatitude] = useState("");
  const options = [["", "Choose a column"], ...columns.map((column) => [column, column] as const)] as const;
  const isComplete = longitude !== "" && latitude !== "" && longitude !== latitude;
  return (
    <div className="grid min-w-0 gap-3">
      <p>Which columns have the coordinates?</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section aria-label="First rows" tabIndex={0} className="overflow-x-auto rounded-lg border">
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={cn(
                    "max-w-48 truncate border-b px-2.5 py-1.5",
                    (column === longitude || column === latitude) && "bg-accent-soft",
                  )}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and never move
              <tr key={index}>
                {columns.map((column, place) => (
                  <td key={column} className="max-w-48 truncate px-2.5 py-1 tabular-nums">
                    {row[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Longitude or easting">
          {({ id }) => <Select id={id} label="Longitude or easting" value={longitude} onChange={setLongitude} options={options} />}
        </Field>
        <Field label="Latitude or northing">
          {({ id }) => <Select id={id} label="Latitude or northing" value={latitude} onChange={setLatitude} options={options} />}
        </Field>
      </div>
      <Button
        variant="secondary"
        size="small"
        busy={isBusy}
        disabled={!isComplete}
        className="justify-self-start"
        onClick={() => onChoose({ longitude, latitude })}
      >
        Use These Columns
      </Button>
    </div>
  );
}

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
