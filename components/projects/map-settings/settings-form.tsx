"use client";

import { ArrowLeft, Undo2 } from "lucide-react";
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { fileFailure, saveContent } from "@/components/files/manager/actions/file-calls";
import { MapFrame } from "@/components/map-viewer/map-frame";
import { type Failure, FormFailure, failureOf } from "@/components/shared/form/form-failure";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { DiscardQuestion, useLeaveQuestion } from "@/components/shared/form/use-leave-question";
import { useBanner } from "@/components/shared/notices/banner";
import { RequestError } from "@/components/shared/request-json";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Field, Label } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { type DataMap, type MapView, type ViewerMessage, viewerMessageSchema } from "@/lib/data-maps/schema";
import { MAP_FILE } from "@/lib/data-maps/values";
import { originOf } from "@/lib/maps/origins/schema";
import type { ProjectDetails } from "@/lib/projects/schema";
import { BasemapFields } from "./basemap-fields";
import { BookmarkFields } from "./bookmark-fields";
import { LayerList } from "./layer-list";
import { describeView, problemsOf, writeMap } from "./map-draft";

const MOST_UNDONE = 100;

export interface SettingsFormProps {
  project: ProjectDetails;
  /** Origin of all maps, as in `originOf`. */
  mapsOrigin: string;
  /** `etag` is null when a proxy removed the header. */
  loaded: { map: DataMap; etag: string | null };
  onSaving: (isSaving: boolean) => void;
  onReload: () => void;
  onBack: () => void;
  onClose: () => void;
}

export function SettingsForm({ project, mapsOrigin, loaded, onReload, onSaving, onBack, onClose }: SettingsFormProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const { showBanner } = useBanner();
  const { map, setMap, undo } = useUndo(loaded.map);
  const [saved, setSaved] = useState(() => ({ text: writeMap(loaded.map), etag: loaded.etag }));
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | "conflict" | null>(null);
  const problems = useMemo(() => problemsOf(map), [map]);
  const isChanged = writeMap(map) !== saved.text;
  const question = useLeaveQuestion(isChanged);
  const mapOrigin = originOf(mapsOrigin, project._id);
  const { isReady, askView } = useViewer({
    frame,
    mapOrigin,
    map: problems.size > 0 ? null : map,
  });

  const setView = (view: MapView) => setMap((before) => ({ ...before, view }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    if (problems.size > 0) return form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    setIsSaving(true);
    onSaving(true);
    setFailure(null);
    const content = writeMap(map);
    try {
      const { etag } = await saveContent(project.safeName, { filePath: MAP_FILE, content, encoding: undefined }, saved.etag);
      setSaved({ text: content, etag });
      showBanner({ tone: "success", message: "Map settings saved" });
    } catch (error) {
      const isConflict = error instanceof RequestError && error.status === 409;
      const message = fileFailure(error, "Failed to save the map settings", "Error connecting to server");
      setFailure(isConflict ? "conflict" : failureOf(error, message));
    } finally {
      setIsSaving(false);
      onSaving(false);
    }
  }

  return (
    <>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(9rem,38%)_minmax(0,1fr)] lg:grid-cols-[26rem_minmax(0,1fr)] lg:grid-rows-1">
        <DialogBody className="max-lg:row-start-2">
          <form ref={form} id={formId} noValidate method="post" onSubmit={(event) => void save(event)} className="grid gap-6">
            <Field label="Title" required error={problems.get("title")}>
              {(control) => (
                <Input {...control} maxLength={200} value={map.title} onChange={({ target }) => setMap({ ...map, title: target.value })} />
              )}
            </Field>
            <LayerList map={map} problems={problems} onChange={setMap} />
            <BasemapFields map={map} problem={problems.get("basemap")} onChange={setMap} />
            <section aria-label="Initial view" className="grid justify-items-start gap-2">
              <h3 className="font-semibold">Initial view</h3>
              <p role="status" className="text-ink-muted text-sm tabular-nums">
                {describeView(map.view)}
              </p>
              <Button variant="secondary" size="small" disabled={!isReady} onClick={() => askView(setView)}>
                Use Current View
              </Button>
              {isReady ? null : <p className="text-ink-muted text-sm">Available once the preview shows the map.</p>}
            </section>
            <Label className="flex min-h-9 items-center gap-2 font-normal">
              <Checkbox
                checked={map.allowsDownload === true}
                onChange={({ target }) => setMap({ ...map, allowsDownload: target.checked || undefined })}
              />
              Visitors can download the rows of tables
            </Label>
            <BookmarkFields map={map} problems={problems} askView={isReady ? askView : null} onChange={setMap} />
          </form>
        </DialogBody>
        <section aria-label="Preview" className="min-h-0 border-b max-lg:row-start-1 lg:border-b-0 lg:border-l">
          <MapFrame
            project={project}
            address={`${window.location.origin}${project.path}/`}
            mapsOrigin={mapsOrigin}
            mapOrigin={mapOrigin}
            frameRef={frame}
          />
        </section>
      </div>
      {failure ? (
        <div className="border-t px-5 py-3">
          {failure === "conflict" ? <Conflict onReload={onReload} /> : <FormFailure failure={failure} />}
        </div>
      ) : null}
      <DialogFooter>
        <IconButton
          icon={ArrowLeft}
          label="Back"
          variant="ghost"
          className="mr-auto"
          autoFocus
          disabled={isSaving}
          onClick={() => leaveScreen(onBack)}
        />
        <Button variant="ghost" disabled={isSaving || !undo} onClick={undo}>
          <Undo2 aria-hidden />
          Undo
        </Button>
        <Button variant="secondary" disabled={isSaving} onClick={onClose}>
          Close
        </Button>
        <Button type="submit" form={formId} busy={isSaving}>
          {isSaving ? "Saving..." : "Save Changes"}
        </Button>
      </DialogFooter>
      <DiscardQuestion question={question}>What you changed has not been saved.</DiscardQuestion>
    </>
  );
}

function Conflict({ onReload }: { onReload: () => void }) {
  return (
    <Notice
      tone="error"
      actions={
        <Button variant="secondary" size="small" onClick={onReload}>
          Reload
        </Button>
      }
    >
      Another user saved map.json after you opened it. Your changes haven&apos;t been saved. Reload shows the saved settings and discards
      yours.
    </Notice>
  );
}

/** Keeps former states of the draft. What is typed into one field, or set with one slider, is undone at once. */
function useUndo(loaded: DataMap) {
  const [{ map, former }, setStates] = useState<{ map: DataMap; former: readonly DataMap[] }>({ map: loaded, former: [] });
  const lastField = useRef<Element | null>(null);

  function setMap(changed: DataMap | ((before: DataMap) => DataMap)) {
    const focused = document.activeElement;
    const field = focused instanceof HTMLInputElement && focused.type !== "checkbox" ? focused : null;
    const isSameStep = field !== null && field === lastField.current;
    lastField.current = field;
    setStates((now) => ({
      map: typeof changed === "function" ? changed(now.map) : changed,
      former: isSameStep ? now.former : [...now.former, now.map].slice(-MOST_UNDONE),
    }));
  }

  function undo() {
    lastField.current = null;
    setStates((now) => ({ map: now.former.at(-1) ?? now.map, former: now.former.slice(0, -1) }));
  }

  return { map, setMap, undo: former.length > 0 ? undo : undefined };
}

interface ShownMap {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Origin of the map in the frame. Messages go to no other origin, and come from no other. */
  mapOrigin: string;
  /** Null while the draft has mistakes: the frame then keeps the last map. */
  map: DataMap | null;
}

/** Shows a draft in the framed map. */
function useViewer({ frame, mapOrigin, map }: ShownMap) {
  /** What the view is asked for. */
  const take = useRef<((view: MapView) => void) | null>(null);
  /** How often a page reported that it is ready. A retry loads it again. */
  const [loads, setLoads] = useState(0);
  const send = useEffectEvent((message: ViewerMessage) => frame.current?.contentWindow?.postMessage(message, mapOrigin));
  const receive = useEffectEvent(({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== mapOrigin || source === null || source !== frame.current?.contentWindow) return;
    const message = viewerMessageSchema.safeParse(data).data;
    if (message?.type === "sea-vision:ready") setLoads((count) => count + 1);
    if (message?.type === "sea-vision:view") take.current?.(message.view);
  });

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event);
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  useEffect(() => {
    if (loads > 0 && map) send({ type: "sea-vision:show", map });
  }, [loads, map]);

  const askView = (onView: (view: MapView) => void) => {
    take.current = onView;
    const message: ViewerMessage = { type: "sea-vision:ask-view" };
    frame.current?.contentWindow?.postMessage(message, mapOrigin);
  };
  return { isReady: loads > 0, askView };
}
