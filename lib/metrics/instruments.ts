import { Counter, Gauge, Histogram, type Metric, register } from "prom-client";

/**
 * Next loads modules more than once in one process; prom-client itself is loaded once, and so is what is registered with it.
 * @param make makes it when nobody has before
 */
function once<Kind extends Metric>(name: string, make: () => Kind): Kind {
  return (register.getSingleMetric(name) as Kind | undefined) ?? make();
}

/** Something that only grows, such as a number of requests. */
export function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
  return once(name, () => new Counter({ name, help, labelNames }));
}

/** How often something took how long, or was how large. @param buckets upper limits, in the unit of the name */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
): Histogram<Label> {
  return once(name, () => new Histogram({ name, help, labelNames, buckets }));
}

/**
 * Something that is now as large as it is.
 * @param read sets its values, whenever somebody asks for them; without it they are set where they change
 */
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
