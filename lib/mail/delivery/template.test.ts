import { describe, expect, it } from "vitest";
import { productBranding } from "../../branding/schema";
import { type EmailTemplate, renderEmail } from "./template";

const template: EmailTemplate = {
  subject: "A <subject>",
  greeting: `Hello <b onclick="x('y')">&`,
  opening: ["First.", "Second."],
  action: { label: "Do it", url: "http://localhost:3000/do?a=1&b=2" },
  closing: ["Last."],
};

describe("the email template", () => {
  it("has the same content as text and as HTML", () => {
    const { text, html } = renderEmail(template);
    expect(text).toBe(
      `Hello <b onclick="x('y')">&\n\nFirst.\n\nSecond.\n\nDo it:\nhttp://localhost:3000/do?a=1&b=2\n\nLast.\n\nSea-Vision\n`,
    );
    for (const said of ["First.", "Second.", "Do it", "Last."]) expect(html).toContain(said);
  });

  it("escapes markup in a name", () => {
    const { html } = renderEmail(template);
    expect(html).toContain("Hello &lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;");
    expect(html).toContain("<title>A &lt;subject&gt;</title>");
    expect(html).not.toContain("<b ");
  });

  it("links to its one URL and loads nothing", () => {
    const { html } = renderEmail(template);
    const links = [...html.matchAll(/(?:href|src|url\()\s*=?\s*"?([^"\s)]+)/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set(["http://localhost:3000/do?a=1&amp;b=2"]));
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|@import|@font-face/);
  });

  it("has the name, the colours and the attached logo of the branding", () => {
    const brand = { ...productBranding, name: "Harbour <Maps>", accent: "#1d4ed8", logo: "/branding/logo?v=1" };
    const { text, html } = renderEmail(template, brand, true);
    expect(text).toContain("Last.\n\nHarbour <Maps>\n");
    expect(html).toContain('<img src="cid:logo" alt=""');
    expect(html).toContain(">Harbour &lt;Maps&gt;</td>");
    expect(html).toContain("background:#1d4ed8");
    expect(html).not.toContain("#0f766e");
  });
});
