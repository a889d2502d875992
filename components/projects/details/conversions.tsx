import { useJson } from "@/components/shared/use-json";
import { Progress } from "@/components/ui/progress";
import type { ProjectDetails } from "@/lib/projects/schema";
import { Fact } from "./project-facts";
import { answerSchema } from "./use-project-details";

const POLL_MS = 3_000;

/** Shows which data files of a map are being converted. What was shown once stays, so that its end can be seen. */
export function Conversions({ project }: { project: ProjectDetails }) {
  // The fragment keeps these answers apart from the details, which must not change under a form.
  const path = project.conversions.length > 0 ? `/api/project/details/${project._id}#conversions` : null;
  const { data = project } = useJson(path, answerSchema, {
    refreshInterval: (latest) => ((latest ?? project).conversions.length > 0 ? POLL_MS : 0),
  });
  if (path === null) return null;
  return (
    <Fact term="Conversion" isWide>
      {data.conversions.length === 0 ? "All data is converted" : null}
      <ul className="grid gap-2">
        {data.conversions.map(({ path: file, percent }) => (
          <li key={file} className="grid gap-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <bdi className="wrap-anywhere">{file}</bdi>
              <span className="text-ink-muted tabular-nums">{percent > 0 ? `${percent} %` : "Waiting"}</span>
            </span>
            <Progress label={`Conversion of ${file}`} value={percent} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}
