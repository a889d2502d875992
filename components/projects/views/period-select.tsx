import { Select } from "@/components/shared/form/select";
import { ANALYTICS_DAYS, type AnalyticsDays } from "@/lib/projects/values";

interface PeriodSelectProps {
  days: AnalyticsDays;
  onChange: (days: AnalyticsDays) => void;
}

/** Chooses the days that views are counted for. */
export function PeriodSelect({ days, onChange }: PeriodSelectProps) {
  return (
    <Select
      label="Period"
      value={days}
      onChange={(value) => onChange(value as AnalyticsDays)}
      options={ANALYTICS_DAYS.map((option) => [option, `Last ${option} days`])}
      className="w-40"
    />
  );
}
