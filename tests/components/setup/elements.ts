/** Checks of several elements at once, which locators of Vitest lack. */
import { expect } from "vitest";
import type { Locator } from "vitest/browser";

export const textOf = ({ textContent }: Element) => (textContent ?? "").replace(/\s+/g, " ").trim();

/** Waits until the elements have these whole texts, in this order. */
export async function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const wanted = texts.map((text) => (typeof text === "string" ? text : expect.stringMatching(text)));
  await expect.poll(() => locator.elements().map(textOf), { message: `texts of ${locator.selector}` }).toEqual(wanted);
}

/** Waits until there are so many elements. */
export async function expectCount(locator: Locator, count: number): Promise<void> {
  await expect.poll(() => locator.elements().length, { message: `number of ${locator.selector}` }).toBe(count);
}

/** Returns the descendants of an element that match a CSS selector. */
export const within = (locator: Locator, selector: string) => [...locator.element().querySelectorAll<HTMLElement>(selector)];

export const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

/** Waits until the address of the screen is this path with its query. */
export async function expectAddress(path: string | RegExp): Promise<void> {
  const address = expect.poll(() => location.pathname + location.search, { message: "address" });
  await (typeof path === "string" ? address.toBe(path) : address.toMatch(path));
}
