import { checkElements, parseXml } from "../xml-features";
import { withoutDoctype } from "../xml-text";

/** Returns the first element of a document. @throws DataRefusedError for damaged XML, entities, and too many elements */
export async function readRoot(file: string, text: string): Promise<Element | null> {
  const document = (await parseXml(file, withoutDoctype(file, text))) as unknown as Document;
  checkElements(file, document);
  return document.documentElement;
}

/** Returns the elements in an element that have a name, whatever their namespace. */
export function childrenOf(parent: Element | null | undefined, name: string): Element[] {
  return Array.from(parent?.childNodes ?? []).filter((node): node is Element => (node as Element).localName === name);
}

/** Returns the element at a path of names, or undefined. */
export function find(parent: Element | null | undefined, ...names: readonly string[]): Element | undefined {
  return names.reduce<Element | undefined>((element, name) => childrenOf(element, name)[0], parent ?? undefined);
}

export const textOf = (element: Element | undefined) => element?.textContent?.trim() ?? "";

/** Returns a number of an attribute. @param otherwise without one */
export function numberOf(text: string | null | undefined, otherwise: number): number {
  const number = text ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : otherwise;
}
