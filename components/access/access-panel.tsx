"use client";

import { Globe, Link2, Lock } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { CopyLinkButton } from "@/components/shared/copy-link-button";
import { FailurePanel } from "@/components/shared/failure-panel";
import { leaveScreen } from "@/components/shared/form/leave-guard";
import { Select } from "@/components/shared/form/select";
import { UNREACHABLE } from "@/components/shared/load-error";
import { serverMessage } from "@/components/shared/request-json";
import { Button, IconButton } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { accessPath, type ProjectAccess, projectAccessSchema } from "@/lib/projects/access/schema";
import { GUEST_PATH, GUESTS_NEED_MAIL } from "@/lib/projects/guests/values";
import { type AccessProject, linkTo } from "./access-project";
import { LinksSection } from "./links-section";
import { PeopleSection } from "./people-section";
import { type Access, GENERAL, useAccess } from "./use-access";

const OPTIONS = [
  ["only", "Only people and groups with access"],
  ["all", "Any signed-in user"],
] as const;

const MESSAGES = { only: "Only people and groups with access can open the map", all: "Any signed-in user can open the map" } as const;

/** Chooses whether access of one's own is needed to open the map. */
function GeneralAccess({ shown, access: { apply, isSaving, wantedOpen } }: { shown: ProjectAccess | undefined; access: Access }) {
  const headingId = useId();
  const isOpen = wantedOpen ?? shown?.isOpenToAllUsers ?? false;
  const Icon = isOpen ? Globe : Lock;
  return (
    <section aria-labelledby={headingId} className="grid gap-2">
      <h3 id={headingId} className="font-semibold">
        General access
      </h3>
      <div className="flex items-center gap-3 px-3">
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-surface text-ink-muted">
          {isSaving(GENERAL) ? <Spinner /> : <Icon className="size-4" />}
        </span>
        <div className="grid min-w-0 flex-1 gap-1">
          <Select
            label="General access"
            value={isOpen ? "all" : "only"}
            options={OPTIONS}
            onChange={(value) =>
              void apply({
                about: GENERAL,
                edit: { isOpenToAllUsers: value === "all" },
                message: value === "all" ? MESSAGES.all : MESSAGES.only,
              })
            }
          />
          <p className="text-ink-muted text-sm">
            {isOpen
              ? "Everyone with an account here can open the map, and finds it in the list of projects."
              : "Others with an account can't open the map, and don't find it."}
          </p>
        </div>
      </div>
    </section>
  );
}

interface AccessPanelProps {
  project: AccessProject;
  opensWith?: Tab;
  /** Called after access has changed. */
  onChange: () => void;
  onClose: () => void;
}

type Tab = "people" | "links";

/** Below the tabs of a project, these look like a switch. */
const segment = "mb-0 h-8 rounded-md border-b-0 data-[state=active]:bg-raised data-[state=active]:shadow-low";

/** Who may open a map: people, groups, guests, general access and links. */
export function AccessPanel({ project, opensWith = "people", onChange, onClose }: AccessPanelProps) {
  const access = useAccess(accessPath(project._id), projectAccessSchema, onChange, onClose);
  const { access: shown, error, isLoading, reload, failed } = access;
  const [tab, setTab] = useState<Tab>(opensWith);
  const choose = (next: Tab) => leaveScreen(() => setTab(next));
  return (
    <>
      <Tabs value={tab} onValueChange={(value) => choose(value as Tab)} activationMode="manual" className="flex min-h-0 flex-1 flex-col">
        <TabsList aria-label="Access" className="mx-5 mt-4 shrink-0 gap-0 self-start rounded-lg border bg-surface p-0.5">
          <TabsTrigger value="people" className={segment}>
            People
          </TabsTrigger>
          <TabsTrigger value="links" className={segment}>
            Links{shown && shown.linkCount > 0 ? ` (${shown.linkCount.toLocaleString("en-US")})` : ""}
          </TabsTrigger>
        </TabsList>
        <DialogBody>
          <TabsContent value="people" tabIndex={-1} className="grid gap-6 outline-none">
            {error && !shown ? (
              <FailurePanel
                error={error}
                message={serverMessage(error, "Failed to load who has access", UNREACHABLE)}
                isBusy={isLoading}
                onRetry={() => void reload()}
                isLine
              />
            ) : null}
            {failed ? (
              <FailurePanel
                error={failed.error}
                title="The change was not saved."
                message={serverMessage(failed.error, "Try again.", UNREACHABLE)}
                onRetry={() => void access.apply(failed.change)}
                isLine
              />
            ) : null}
            <PeopleSection projectId={project._id} shown={shown} access={access} />
            {shown ? <GeneralAccess shown={shown} access={access} /> : null}
            <div className="grid gap-3 sm:grid-cols-3">
              <WayIn title="Link for people with access" text="It opens the map after they sign in, and gives no access.">
                <CopyLinkButton path={linkTo(project)} size="small" />
              </WayIn>
              <WayIn
                title="Guest link"
                text={
                  shown?.canAdmitGuests === false
                    ? GUESTS_NEED_MAIL
                    : "Guests enter their address there, then a code that they get by mail."
                }
              >
                {shown?.canAdmitGuests === false ? null : (
                  <CopyLinkButton path={`${GUEST_PATH}/${project.safeName}`} label="Copy guest link" size="small" />
                )}
              </WayIn>
              <WayIn title="Share links" text="Everyone who has one can open the map, without an account.">
                <IconButton icon={Link2} label="Show links" variant="secondary" size="small" onClick={() => choose("links")} />
              </WayIn>
            </div>
          </TabsContent>
          <TabsContent value="links" tabIndex={-1} className="outline-none">
            <LinksSection project={project} onChange={() => void reload()} />
          </TabsContent>
        </DialogBody>
      </Tabs>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}

function WayIn({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid content-between justify-items-start gap-2 rounded-lg border p-3">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="text-ink-muted text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
