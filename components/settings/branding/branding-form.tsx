"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { type FieldPath, useForm, useWatch } from "react-hook-form";
import { ColorInput } from "@/components/projects/map-settings/field-controls";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { FormFailure, formFailure, showServerError } from "@/components/shared/form/form-failure";
import { Logo } from "@/components/shared/logo";
import { useBanner } from "@/components/shared/notices/banner";
import { RequestError, requestJson, sendJson, serverMessage } from "@/components/shared/request-json";
import { Button } from "@/components/ui/button";
import { buttonStyles } from "@/components/ui/button-styles";
import { CardContent, CardFooter } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Textarea } from "@/components/ui/textarea";
import { checkAccent, PRODUCT_ACCENT, type Theme, tokensOf } from "@/lib/branding/accent/shades";
import { type Branding, type BrandingTexts, brandingTextsSchema } from "@/lib/branding/schema";
import { BRAND_IMAGE_BYTES, BRAND_IMAGE_TOO_LARGE, type BrandImageName, brandImageNames } from "@/lib/branding/values";

type Pictures = Pick<Branding, BrandImageName>;
type Errors = Readonly<Record<string, string>>;

const PATH = "/api/superadmin/branding";
const COLOR = /^#[0-9a-f]{6}$/i;

/** Returns the fields of changed pictures, whose addresses are data, or null for removed ones. */
function changedPictures(pictures: Pictures, saved: Pictures) {
  const changed = brandImageNames.filter((name) => pictures[name] !== saved[name]);
  return Object.fromEntries(changed.map((name) => [name, pictures[name]?.split(",")[1] ?? null]));
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Changes the branding of the whole product, with a preview of what is not saved yet. */
export function BrandingForm({ branding }: { branding: Branding }) {
  const { logo, favicon, ...texts } = branding;
  const { showBanner } = useBanner();
  const router = useRouter();
  const [pictures, setPictures] = useState<Pictures>({ logo, favicon });
  const [pictureErrors, setPictureErrors] = useState<Errors>({});
  const whiteId = useId();
  const element = useRef<HTMLFormElement>(null);
  const [isResetting, setIsResetting] = useState(false);
  const form = useForm<BrandingTexts>({ resolver: zodResolver(brandingTextsSchema), defaultValues: texts });
  const { errors, isSubmitting } = form.formState;
  const draft = useWatch({ control: form.control }) as BrandingTexts;
  const accent = draft.accent || PRODUCT_ACCENT;
  const check = COLOR.test(accent) ? checkAccent(accent.toLowerCase()) : null;
  const shown = { ...draft, ...pictures, accent: check ? accent.toLowerCase() : branding.accent };

  async function choose(name: BrandImageName, file: File | undefined) {
    const error = file && file.size > BRAND_IMAGE_BYTES ? BRAND_IMAGE_TOO_LARGE : "";
    setPictureErrors((former) => ({ ...former, [name]: error }));
    if (error) return;
    const url = file ? await readDataUrl(file) : null;
    setPictures((former) => ({ ...former, [name]: url }));
  }

  async function save(values: BrandingTexts) {
    try {
      await sendJson("PUT", PATH, { ...values, ...changedPictures(pictures, branding) });
    } catch (error) {
      const fields = error instanceof RequestError ? error.fields : {};
      setPictureErrors(fields);
      if (!brandImageNames.some((name) => fields[name])) showServerError(form, error, "The branding was not saved.");
      return;
    }
    showBanner({ tone: "success", message: "Branding saved" });
    router.refresh();
  }

  /** The colour is no input of the form's library, which focuses the others. */
  function showWrong() {
    if (check?.problem) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  async function reset() {
    setIsResetting(false);
    try {
      await requestJson(PATH, { method: "DELETE" });
      showBanner({ tone: "success", message: "Branding reset" });
      router.refresh();
    } catch (error) {
      showBanner({ tone: "error", message: serverMessage(error, "The branding was not reset.") });
    }
  }

  const field = (name: FieldPath<BrandingTexts>, label: string, hint?: string, isLong = false) => (
    <Field label={label} hint={hint} error={errors[name]?.message}>
      {(control) => {
        const props = { ...control, ...form.register(name) };
        return isLong ? <Textarea {...props} rows={3} /> : <Input {...props} autoComplete="off" spellCheck={false} />;
      }}
    </Field>
  );
  const picture = (name: BrandImageName, label: string, hint: string) => {
    const remove = (
      <Button variant="link" size="inline" onClick={() => void choose(name, undefined)}>
        Remove
      </Button>
    );
    return (
      <Field label={label} hint={hint} error={pictureErrors[name]} aside={pictures[name] ? remove : null}>
        {(control) => (
          <Input
            {...control}
            type="file"
            accept=".png,.svg,image/png,image/svg+xml"
            onChange={({ target }) => void (target.files?.[0] && choose(name, target.files[0]))}
            className="cursor-pointer py-1.5 file:mr-3 file:cursor-pointer file:font-medium file:text-accent-ink"
          />
        )}
      </Field>
    );
  };
  const failure = formFailure(errors);

  return (
    <form noValidate ref={element} onSubmit={form.handleSubmit(save, showWrong)}>
      <CardContent className="grid gap-6">
        <div className="grid gap-4 sm:grid-cols-2">
          <BrandingPreview theme="light" brand={shown} />
          <BrandingPreview theme="dark" brand={shown} />
        </div>
        <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
          {field("name", "Name", "On every screen, and in mails.")}
          <div className="grid gap-3">
            <Field
              label="Accent colour"
              hint={check?.summary}
              error={check ? undefined : errors.accent?.message}
              isInvalid={Boolean(check?.problem)}
            >
              {(control) => (
                <ColorInput
                  {...control}
                  label="Pick the accent colour"
                  value={accent}
                  onChange={(color) => form.setValue("accent", color, { shouldValidate: form.formState.isSubmitted })}
                />
              )}
            </Field>
            {check?.problem ? (
              <Notice
                tone="warning"
                actions={
                  <Button variant="secondary" size="small" onClick={() => form.setValue("accent", check.nearest, { shouldValidate: true })}>
                    <span aria-hidden className="size-3.5 rounded-full" style={{ background: check.nearest }} />
                    Use {check.nearest}
                  </Button>
                }
              >
                {check.problem}
              </Notice>
            ) : null}
          </div>
          <div className="grid gap-3">
            {picture("logo", "Logo", "PNG or SVG, up to 200 KB.")}
            {pictures.logo ? (
              <label htmlFor={whiteId} className="flex cursor-pointer items-center gap-3">
                <Checkbox
                  id={whiteId}
                  checked={draft.logoOnWhite}
                  onChange={({ target }) => form.setValue("logoOnWhite", target.checked)}
                />
                Show the logo on white
              </label>
            ) : null}
          </div>
          {picture("favicon", "Browser icon", "A square PNG or SVG, up to 200 KB.")}
          {field("signInText", "Text on the sign-in screen", "In place of the line below the logo.", true)}
          {field("shareText", "Text on shared pages", "On pages about share links and maps, and where guests sign in.", true)}
          {field("mailSender", "Sender of mails", "A name. The address stays that of the server.")}
          {field("replyTo", "Reply-to address", "Where answers to mails go.")}
        </div>
        {failure ? <FormFailure failure={failure} /> : null}
      </CardContent>
      <CardFooter>
        <Button variant="secondary" onClick={() => setIsResetting(true)}>
          Reset to Sea-Vision
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? "Saving..." : "Save Changes"}
        </Button>
      </CardFooter>
      <ConfirmDialog
        isOpen={isResetting}
        title="Reset to Sea-Vision?"
        confirmLabel="Reset to Sea-Vision"
        onConfirm={() => void reset()}
        onCancel={() => setIsResetting(false)}
      >
        Name, logo, colour and texts become those of Sea-Vision on every screen and in every mail.
      </ConfirmDialog>
    </form>
  );
}

interface BrandingPreviewProps {
  brand: Pick<Branding, "name" | "accent" | "logo" | "logoOnWhite">;
  theme: Theme;
}

/** A part of a screen with the branding that is being edited, in one theme. Nothing in it can be used. */
function BrandingPreview({ brand, theme }: BrandingPreviewProps) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <div className={cn(theme, "overflow-hidden rounded-lg border bg-canvas text-ink")} style={tokensOf(brand.accent, theme)}>
        <div className="flex h-13 items-center bg-sidebar px-4 text-base text-sidebar-ink">
          <Logo brand={brand} />
        </div>
        <div className="grid justify-items-start gap-3 p-4">
          <div className="grid gap-0.5">
            <p className="font-semibold">Harbour depths</p>
            <p className="text-ink-muted text-sm">
              Updated today · <span className="text-accent-ink underline underline-offset-2">Details</span>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <span className={buttonStyles({ size: "small" })}>Open Map</span>
            <span className="rounded-md bg-accent-soft px-2 py-0.5 font-medium text-accent-ink text-sm">Shared</span>
            <span className="size-4 rounded-full border-4 border-accent" />
          </div>
        </div>
      </div>
      <figcaption className="text-ink-muted text-sm">{theme === "light" ? "Light theme" : "Dark theme"}</figcaption>
    </figure>
  );
}
