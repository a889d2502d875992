const FIRST_ROWS = 1_024;

/** A growing table of numbers, eight bytes each, because an archive may have a million entries. Objects take more than twice as much. */
export class NumberTable<Field extends string> {
  private count = 0;
  private values: Float64Array;
  private readonly columns: Readonly<Record<string, number>>;

  constructor(private readonly fields: readonly Field[]) {
    this.values = new Float64Array(FIRST_ROWS * fields.length);
    this.columns = Object.fromEntries(fields.map((field, column) => [field, column]));
  }

  get length(): number {
    return this.count;
  }

  add(row: Readonly<Record<Field, number>>): void {
    const start = this.count * this.fields.length;
    if (start === this.values.length) this.grow();
    // An iterator takes nearly twice as long, and an archive may have a million entries.
    for (let column = 0; column < this.fields.length; column += 1) this.values[start + column] = row[this.fields[column] as Field];
    this.count += 1;
  }

  get(row: number, field: Field): number {
    return this.values[this.indexOf(row, field)] ?? 0;
  }

  set(row: number, field: Field, value: number): void {
    this.values[this.indexOf(row, field)] = value;
  }

  /** Returns the row numbers sorted by some fields, the first one first. The sort is stable. */
  sortedBy(...fields: readonly Field[]): number[] {
    const columns = fields.map((field) => Float64Array.from({ length: this.count }, (_, row) => this.get(row, field)));
    const order = Array.from({ length: this.count }, (_, row) => row);
    return order.sort((left, right) => {
      for (const column of columns) {
        const difference = (column[left] ?? 0) - (column[right] ?? 0);
        if (difference !== 0) return difference;
      }
      return 0;
    });
  }

  private indexOf(row: number, field: Field): number {
    if (row < 0 || row >= this.count) throw new RangeError(`The table has ${this.count} rows, and no row ${row}.`);
    return row * this.fields.length + (this.columns[field] ?? 0);
  }

  private grow(): void {
    const larger = new Float64Array(Math.ceil(this.count * 1.5) * this.fields.length);
    larger.set(this.values);
    this.values = larger;
  }
}
