import { Counter, Gauge, Histogram, type Metric, register } from "prom-client";

/** Returns the registered metric, or creates it. Next loads modules more than once in a process. */
function once<Kind extends Metric>(name: string, make: () => Kind): Kind {
  return (register.getSingleMetric(name) as Kind | undefined) ?? make();
}

export function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
  return once(name, () => new Counter({ name, help, labelNames }));
}

/** Returns a histogram of durations or sizes. @param buckets upper limits, in the unit of the name */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> {
  return once(name, () => new Histogram({ name, help, labelNames, buckets }));
}

/** Returns a gauge. @param read sets the values when metrics are collected; without it the caller sets them */
export function gauge<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  read?: (gauge: Gauge<Label>) => void | Promise<void>,
): Gauge<Label> {
  return once(
    name,
    () =>
      new Gauge<Label>({
        name,
        help,
        labelNames,
        ...(read && {
          collect() {
            return read(this);
          },
        }),
      }),
  );
}
