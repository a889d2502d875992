/** Programs write features without a place on purpose. */
export const NO_GEOMETRY = "no geometry";
const MOST_NUMBERS = 10;

const formatCount = (count: number) => count.toLocaleString("en-US");

interface Fault {
  /** What the part of the file has, such as `no coordinates`. */
  has: string;
  count: number;
  /** The first ones. */
  numbers: number[];
}

/** The rows or features of a file that a layer leaves out, by their fault. */
export class LeftOut {
  private readonly faults = new Map<string, Fault>();
  /** All rows or features. */
  total = 0;

  constructor(private readonly unit: "row" | "feature") {}

  /** @param number of the row or feature, from 1 @param has what it has, such as `no coordinates` */
  add(number: number, has: string): void {
    const fault = this.faults.get(has) ?? { has, count: 0, numbers: [] };
    fault.count += 1;
    if (fault.numbers.length < MOST_NUMBERS) fault.numbers.push(number);
    this.faults.set(has, fault);
  }

  /** Returns a copy, which another check of the same features can add to. */
  clone(): LeftOut {
    const copy = new LeftOut(this.unit);
    copy.total = this.total;
    for (const [has, fault] of this.faults) copy.faults.set(has, { ...fault, numbers: [...fault.numbers] });
    return copy;
  }

  /** Returns the first fault that isn't a missing geometry, or null: `Feature 3 of "a.geojson" has an empty geometry`. */
  first(quotedFile: string): string | null {
    const fault = [...this.faults.values()].find(({ has }) => has !== NO_GEOMETRY);
    return fault ? `${this.unit === "row" ? "Row" : "Feature"} ${fault.numbers[0]} of ${quotedFile} has ${fault.has}` : null;
  }

  /** Returns a sentence for each fault: `12 of 3,400 rows have no coordinates: rows 7, 9, 15 and 9 more.` */
  notes(): string[] {
    return [...this.faults.values()].map(({ has, count, numbers }) => {
      const all = `${formatCount(count)} of ${formatCount(this.total)} ${this.unit}${this.total === 1 ? "" : "s"}`;
      const rest = count - numbers.length;
      const last = rest > 0 ? `${formatCount(rest)} more` : numbers.at(-1);
      const listed = rest > 0 ? numbers : numbers.slice(0, -1);
      const list = listed.length === 0 ? last : `${listed.join(", ")} and ${last}`;
      return `${all} ${count === 1 ? "has" : "have"} ${has}: ${this.unit}${count === 1 ? "" : "s"} ${list}.`;
    });
  }
}
