import { type Shades, shadesOf } from "../../branding/accent/shades";
import { type Branding, productBranding } from "../../branding/schema";
import { escapeHtml } from "../../http/escape-html";

export interface EmailTemplate {
  subject: string;
  greeting: string;
  opening: readonly string[];
  action: { label: string; url: string };
  closing: readonly string[];
}

function renderText({ greeting, opening, action, closing }: EmailTemplate, product: string): string {
  return [greeting, ...opening, `${action.label}:\n${action.url}`, ...closing, product].join("\n\n").concat("\n");
}

/** The application's palette with dark mode, for programs that support it. Others use the inline styles. */
const stylesheet = ({ accent, ink, on }: Shades) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0a0e13 !important; }
  .sheet { background: #131a22 !important; border-color: #202a35 !important; }
  .ink { color: #e7edf3 !important; }
  .muted { color: #a1aebb !important; }
  .accent { color: ${ink} !important; }
  .button { background: ${accent} !important; }
  .label { color: ${on} !important; }
}`;

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;${font};font-size:15px;line-height:23px;color:#0c1b2b">${escapeHtml(text)}</p>`;
}

/** Id of the attached logo. */
export const LOGO_ID = "logo";

function header({ name, logoOnWhite }: Branding, hasLogo: boolean): string {
  const ground = logoOnWhite ? ";background:#ffffff;padding:4px 6px;border-radius:6px" : "";
  const logo = `<img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;width:auto;margin-right:12px;vertical-align:middle${ground}">`;
  return `${hasLogo ? logo : ""}${escapeHtml(name)}`;
}

/** Uses tables and inline styles, which every mail program supports, and loads nothing that could track opening. */
function renderHtml({ subject, greeting, opening, action, closing }: EmailTemplate, brand: Branding, hasLogo: boolean): string {
  const url = escapeHtml(action.url);
  const { light, dark } = shadesOf(brand.accent);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${stylesheet(dark)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f5f8fa">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f8fa"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:16px 28px;background:#0a2138;border-radius:10px 10px 0 0;${font};font-size:17px;font-weight:600;color:#e3ecf5">${header(brand, hasLogo)}</td></tr>
<tr><td class="sheet" style="padding:28px;background:#ffffff;border:1px solid #e2e8ee;border-top:0;border-radius:0 0 10px 10px">
${[greeting, ...opening].map(paragraph).join("\n")}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="background:${light.accent};border-radius:8px"><a class="label" href="${url}" style="display:inline-block;padding:12px 22px;${font};font-size:15px;font-weight:600;color:${light.on};text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>
${closing.map(paragraph).join("\n")}
<p class="muted" style="margin:24px 0 0;${font};font-size:13px;line-height:19px;color:#4d5d6d">If the button does not work, copy this address into your browser:<br><a class="accent" href="${url}" style="color:${light.ink};word-break:break-all">${url}</a></p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

/** Renders a mail as text and as HTML. @param hasLogo whether the logo is attached as {@link LOGO_ID} */
export function renderEmail(template: EmailTemplate, brand: Branding = productBranding, hasLogo = false) {
  return { text: renderText(template, brand.name), html: renderHtml(template, brand, hasLogo) };
}
