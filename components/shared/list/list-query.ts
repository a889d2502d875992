/** What a list is asked for, besides which page of it. */
export interface ListQuery<Sort extends string> {
  /** As somebody typed it. */
  search: string;
  sort: Sort | "all";
}

/**
 * Search and order of a list as the address of its screen has them. An order that the list does not have is the list as it stands;
 * what is wrong with a search text, only the API says.
 * @param get a parameter of the address
 */
export function readListQuery<Sort extends string>(
  get: (name: string) => string | null | undefined,
  sorts: readonly Sort[],
): ListQuery<Sort> {
  const asked = get("sort");
  return { search: get("search") ?? "", sort: sorts.find((sort) => sort === asked) ?? "all" };
}

/**
 * The call for the first page.
 * @param path of the list
 * @param fields parameters that it always has
 */
export function listAddress(path: string, fields: Readonly<Record<string, string>>, { search, sort }: ListQuery<string>): string {
  const parameters = new URLSearchParams({ ...fields, sort });
  if (search.trim()) parameters.set("search", search.trim());
  return `${path}?${parameters}`;
}
