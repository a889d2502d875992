"use client";

import { useState } from "react";
import { Select } from "@/components/shared/form/select";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";

/** Rows that help to recognize the columns. */
const SHOWN_ROWS = 5;

interface ColumnsQuestionProps {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  isBusy: boolean;
  onChoose: (columns: { longitude: string; latitude: string }) => void;
}

/** Asks which columns of a table have the coordinates. */
export function ColumnsQuestion({ columns, rows, isBusy, onChoose }: ColumnsQuestionProps) {
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
