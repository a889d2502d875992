/** What Swagger UI hands to a plugin: its own React, which is not ours. */
interface SwaggerSystem {
  React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown };
}

interface LayoutProperties {
  /** @param isContainer true of a component that gets what it needs by itself */
  getComponent(name: string, isContainer?: boolean): unknown;
}

export const LAYOUT = "ReferenceLayout";

/** Swagger UI's parts as a part of a page: its own layout is a page, with a main part, a title and a choice of servers. */
export function referenceLayout({ React: { createElement } }: SwaggerSystem) {
  // biome-ignore lint/correctness/noComponentHookFactories: a plugin is called once, with the React that its components are made with
  const ReferenceLayout = ({ getComponent }: LayoutProperties) => {
    const part = (name: string) => createElement(getComponent(name, true), null);
    return createElement(
      "div",
      { className: "swagger-ui" },
      createElement(getComponent("SvgAssets"), null),
      part("InfoContainer"),
      createElement("div", { className: "reference-tools" }, part("FilterContainer"), part("AuthorizeBtnContainer")),
      part("errors"),
      part("operations"),
    );
  };
  return { components: { [LAYOUT]: ReferenceLayout } };
}
