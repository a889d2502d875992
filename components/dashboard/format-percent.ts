/**
 * A change as dashboards show it: signed, with one decimal (spec 000 §2, §9), `+12.5%`, `-3.0%`. Nothing changed is `0.0%`, without a sign.
 * @param percent 12.5 is 12.5 %
 */
export function formatPercent(percent: number): string {
  const text = Math.abs(percent).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  if (text === "0.0") return "0.0%";
  return `${percent > 0 ? "+" : "-"}${text}%`;
}
