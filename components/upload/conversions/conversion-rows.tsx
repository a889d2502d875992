import { CircleAlert, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { ConversionButton } from "@/components/data-maps/conversion-button";
import { Button } from "@/components/ui/button";
import type { OwnConversion } from "@/lib/data-maps/conversion/schema";
import { layerName } from "@/lib/data-maps/formats/layer-name";
import { mapHref } from "../notifications/desktop-notice";
import { keepFocus, TrayRow } from "../tray/tray-row";
import { describeEnd, type EndedConversion, type useConversions } from "./use-conversions";

const keyOf = ({ projectId, path }: OwnConversion) => `${projectId} ${path}`;

/** Shows the conversions of the viewer's data files, and how they ended. */
export function ConversionRows({ running, ended, reload, dismiss }: ReturnType<typeof useConversions>) {
  return (
    <>
      {running.map((one) => (
        <RunningRow key={keyOf(one)} conversion={one} onEnd={reload} />
      ))}
      {ended.map((one) => (
        <EndedRow key={keyOf(one)} conversion={one} onDismiss={() => dismiss(one)} />
      ))}
    </>
  );
}

function RunningRow({ conversion: { path, percent, projectName, safeName }, onEnd }: { conversion: OwnConversion; onEnd: () => void }) {
  const name = layerName(path);
  return (
    <TrayRow
      heading={<bdi className="font-medium">{name}</bdi>}
      controls={
        <ConversionButton
          action="cancel"
          {...{ safeName, path, name }}
          onEnd={() => {
            onEnd();
            keepFocus();
          }}
        />
      }
      label={`Conversion of ${name}`}
      value={percent}
      detail={
        <span className="wrap-anywhere">
          {percent > 0 ? "Converting" : "Waiting for its conversion"}, layer of <bdi>{projectName}</bdi>
        </span>
      }
    />
  );
}

function EndedRow({ conversion, onDismiss }: { conversion: EndedConversion; onDismiss: () => void }) {
  const { path, projectName, safeName, problem } = conversion;
  const Icon = problem === null ? CircleCheck : CircleAlert;
  const link =
    problem === null ? { href: mapHref(safeName), text: "Open map" } : { href: `/projects?project=${safeName}`, text: "Show project" };
  return (
    <li className="flex items-start gap-2 px-4 py-3">
      <Icon
        aria-hidden
        className={problem === null ? "mt-0.5 size-4 shrink-0 text-accent-ink" : "mt-0.5 size-4 shrink-0 text-danger-ink"}
      />
      <div className="wrap-anywhere mr-auto min-w-0">
        <p className="font-medium">
          <bdi>{describeEnd(conversion)}</bdi>
        </p>
        {problem === null ? null : <p className="text-danger-ink">{problem}</p>}
        <Link href={link.href} className="text-accent-ink underline underline-offset-4">
          {link.text} <bdi>{projectName}</bdi>
        </Link>
      </div>
      <Button
        variant="ghost"
        size="small-icon"
        className="-my-1"
        aria-label={`Dismiss ${layerName(path)}`}
        onClick={() => {
          onDismiss();
          keepFocus();
        }}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}
