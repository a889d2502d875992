import { CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Select } from "@/components/shared/form/select";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { Answer } from "@/lib/data-maps/formats/data-file";
import { ROOT_PATHS_MESSAGE } from "@/lib/upload-client/root-paths";
import type { DescribedData } from "../controller/upload-state";
import { Panel, type Stat, StatList } from "../progress/panel";
import { LayerReport } from "./layer-report";

export interface Actions {
  isDropped: boolean;
  isBusy: boolean;
  /** Maps have no origins of their own. */
  sharesOrigin: boolean;
  /** @param startPage page that the user has chosen */
  onProceed: (startPage?: string) => void;
  /** The user says, or takes back, what data files don't say. */
  onAnswer: (files: readonly string[], answer: Answer | null) => Promise<void>;
  onCancel: () => void;
}

interface SelectionPanelProps extends Actions, DescribedData {
  title: string;
  detail: string;
  proceedLabel: string;
  /** Choose something else, or more. */
  pickers: ReactNode;
  container: "ZIP file" | "folder";
  stats: readonly Stat[];
  hasIndexHtml: boolean;
  pages: readonly string[];
  innerArchive: string | null;
  hasRootPaths: boolean;
  wrappingFolder: string | null;
  /** Says what will be left out. */
  leftOut: readonly (string | false)[];
  children: ReactNode;
}

/** Shows what was chosen, with its buttons and warnings. */
export function SelectionPanel({
  title,
  detail,
  isDropped,
  isBusy,
  onProceed,
  onCancel,
  container,
  children,
  ...props
}: SelectionPanelProps) {
  const { wrappingFolder, layers, answers, onAnswer, pages } = props;
  const [chosen, choose] = useState<string>();
  const startPage = chosen !== undefined && pages.includes(chosen) ? chosen : undefined;
  const leftOut = props.leftOut.filter((part) => part !== false);
  return (
    <Panel
      title={title}
      detail={detail}
      actions={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onCancel}>
            Cancel
          </Button>
          {isDropped ? null : props.pickers}
          <Button busy={isBusy} onClick={() => onProceed(startPage)}>
            {isDropped ? "Publish" : props.proceedLabel}
          </Button>
        </>
      }
    >
      <StatList className="sm:grid-cols-3" stats={props.stats} />
      {layers.length > 0 ? <LayerReport layers={layers} answers={answers} onAnswer={onAnswer} /> : null}
      {layers.length === 0 && pages.length > 1 ? <StartPageChoice pages={pages} value={startPage ?? pages[0]} onChange={choose} /> : null}
      <ContentWarnings container={container} {...props} />
      {children}
      {wrappingFolder === null && leftOut.length === 0 ? null : (
        <ul className="grid gap-1 text-ink-muted text-sm">
          {wrappingFolder === null ? null : (
            <li>
              Everything lies in the folder <span className="wrap-anywhere font-medium text-ink">{wrappingFolder}</span>; its content
              becomes the map.
            </li>
          )}
          {leftOut.map((part) => (
            <li key={part}>{part} will be left out.</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type Opening = Pick<SelectionPanelProps, "hasIndexHtml" | "layers" | "pages">;

/** Returns true when the map's address will show a page. */
export const opens = ({ hasIndexHtml, layers, pages }: Opening) => hasIndexHtml || layers.length > 0 || pages.length > 0;

type Content = Pick<SelectionPanelProps, "container" | "innerArchive" | "hasRootPaths" | "sharesOrigin"> & Opening;

/** Says why the map's address will show nothing, or a page without its files. */
function ContentWarnings({ container, innerArchive, hasRootPaths, sharesOrigin, ...opening }: Content) {
  if (opens(opening) && hasRootPaths && sharesOrigin) {
    return (
      <Notice tone="warning" live={false}>
        {ROOT_PATHS_MESSAGE}
      </Notice>
    );
  }
  if (opens(opening)) return null;
  const nothing = `There is no index.html at the top of this ${container}, so the map's address will show nothing.`;
  return (
    <Notice tone="warning" live={container === "ZIP file"}>
      {innerArchive === null ? (
        `${nothing} You can upload it anyway.`
      ) : (
        <>
          {nothing} The archive <bdi className="font-medium">{innerArchive}</bdi> inside isn&apos;t unpacked. Upload that archive instead.
        </>
      )}
    </Notice>
  );
}

/** Lets the user choose the page of a site without an index. The first page is the likeliest. */
function StartPageChoice({ pages, value = "", onChange }: { pages: readonly string[]; value?: string; onChange: (page: string) => void }) {
  return (
    <Field label="Start Page" hint="Visitors see this page first. You can change it later in the project.">
      {({ id }) => <Select id={id} value={value} onChange={onChange} options={pages.map((path) => [path, path])} />}
    </Field>
  );
}

/** Returns what visitors see first. */
export function indexHtml({ hasIndexHtml, layers, pages }: Opening): Stat {
  const [page] = pages;
  if (!hasIndexHtml && layers.length === 0 && page !== undefined) {
    return pages.length === 1
      ? { label: "Start Page", value: <span className="wrap-anywhere">{page}</span> }
      : { label: "Pages", value: pages.length };
  }
  const isMissing = !hasIndexHtml && layers.length === 0;
  const Icon = isMissing ? TriangleAlert : CircleCheck;
  const made = layers.length > 0 ? "Will be made" : "Found";
  const value = (
    <span className={`inline-flex items-center gap-1.5 ${isMissing ? "text-warning-ink" : "text-accent-ink"}`}>
      <Icon aria-hidden className="size-4" />
      {isMissing ? "Missing" : made}
    </span>
  );
  return { label: "index.html", value };
}

/** Says how many files of the operating system are left out. */
export const systemFiles = (count: number, one: string, many: string) =>
  count > 0 && `${count.toLocaleString("en-US")} ${count === 1 ? one : many} added by the operating system`;
