/** Stands for `next/dynamic` in component tests. As there, only `loading` and `ssr: false` add a boundary for the waiting time. */
import { type ComponentType, lazy, Suspense } from "react";

type Loaded<Props> = ComponentType<Props> | { default: ComponentType<Props> };

export default function dynamic<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  { loading: Loading, ssr = true }: { loading?: ComponentType; ssr?: boolean } = {},
) {
  const Code = lazy(async () => {
    const loaded = await load();
    return "default" in loaded ? loaded : { default: loaded };
  });
  if (ssr && !Loading) return Code;
  return (props: Props) => (
    <Suspense fallback={Loading ? <Loading /> : null}>
      <Code {...props} />
    </Suspense>
  );
}
