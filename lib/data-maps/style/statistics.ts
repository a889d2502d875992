import type { GeoJsonProperties } from "geojson";
import { type AttributeStatistics, MOST_VALUES, type Statistics, type Value } from "./schema";
import { isTimeName, toTime } from "./times";
import { toNumber } from "./to-number";

/** Attributes with statistics. More would make map.json large. */
const MOST_ATTRIBUTES = 30;
const LONGEST_NAME = 200;
const LONGEST_VALUE = 100;
/** Numbers of which the quantiles are computed: a random sample of all. */
const SAMPLED = 2_000;
const QUANTILES = 20;
const SIGNIFICANT_DIGITS = 7;

/** Returns 21 quantiles, from 0 % to 100 %. @param sorted numbers in ascending order */
export function quantilesOf(sorted: Float64Array): number[] {
  return Array.from({ length: QUANTILES + 1 }, (_, index) => {
    const value = sorted[Math.round((index / QUANTILES) * (sorted.length - 1))] ?? 0;
    return Number(value.toPrecision(SIGNIFICANT_DIGITS));
  });
}

class Column {
  private values: Map<Value, number> | null = new Map();
  private numbers: number[] | null = [];
  private times: [first: number, last: number] | null = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  private count = 0;
  private least = Number.POSITIVE_INFINITY;
  private greatest = Number.NEGATIVE_INFINITY;

  add(value: Value): void {
    this.count += 1;
    this.addNumber(toNumber(value));
    this.addTime(value);
    if (!this.values) return;
    const isNew = !this.values.has(value);
    if (isNew && (this.values.size === MOST_VALUES || String(value).length > LONGEST_VALUE)) this.values = null;
    else this.values.set(value, (this.values.get(value) ?? 0) + 1);
  }

  private addNumber(number: number | null): void {
    if (number === null) this.numbers = null;
    if (!this.numbers || number === null) return;
    this.least = Math.min(this.least, number);
    this.greatest = Math.max(this.greatest, number);
    const place = this.numbers.length < SAMPLED ? this.numbers.length : Math.floor(Math.random() * this.count);
    if (place < SAMPLED) this.numbers[place] = number;
  }

  private addTime(value: Value): void {
    const time = this.times && toTime(value);
    this.times = this.times && time !== null ? [Math.min(this.times[0], time), Math.max(this.times[1], time)] : null;
  }

  private quantiles(): number[] | undefined {
    if (!this.numbers || this.numbers.length === 0) return undefined;
    const sorted = Float64Array.from(this.numbers).sort();
    [sorted[0], sorted[sorted.length - 1]] = [this.least, this.greatest];
    return quantilesOf(sorted);
  }

  /** @param name of the attribute */
  statistics(name: string): AttributeStatistics | null {
    const values = this.values && [...this.values].sort(([, a], [, b]) => b - a);
    const quantiles = this.quantiles();
    // Other numbers look like times too.
    const times = quantiles && !isTimeName(name) ? null : this.times;
    if (this.count === 0 || (!values && !quantiles && !times)) return null;
    return { ...(values && { values }), ...(quantiles && { quantiles }), ...(times && { times }) };
  }
}

/** Computes what is known of the attributes of features. */
export class AttributeCounter {
  private readonly columns = new Map<string, Column | null>();

  add(properties: GeoJsonProperties): void {
    for (const name in properties) {
      const value: unknown = properties[name];
      if (value === null || value === undefined || value === "") continue;
      const column = this.columnOf(name);
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") column?.add(value);
      else if (column) this.columns.set(name, null);
    }
  }

  private columnOf(name: string): Column | null {
    const known = this.columns.get(name);
    if (known !== undefined) return known;
    if (this.columns.size === MOST_ATTRIBUTES || name === "" || name.length > LONGEST_NAME) return null;
    const column = new Column();
    this.columns.set(name, column);
    return column;
  }

  /** Attributes with objects, and texts that differ at most features and are no times, have none. */
  statistics(): Statistics {
    const entries = [...this.columns].flatMap(([name, column]) => {
      const statistics = column?.statistics(name);
      return statistics ? [[name, statistics] as const] : [];
    });
    return Object.fromEntries(entries);
  }
}
