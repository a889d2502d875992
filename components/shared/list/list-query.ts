export interface ListQuery<Sort extends string> {
  search: string;
  sort: Sort | "all";
}

/** Reads search and order of a list from its address. The API validates the search text. */
export function readListQuery<Sort extends string>(
  get: (name: string) => string | null | undefined,
  sorts: readonly Sort[],
): ListQuery<Sort> {
  const asked = get("sort");
  return { search: get("search") ?? "", sort: sorts.find((sort) => sort === asked) ?? "all" };
}

/** Returns the call for the first page. @param fields further parameters */
export function listAddress(path: string, fields: Readonly<Record<string, string>>, { search, sort }: ListQuery<string>): string {
  const parameters = new URLSearchParams({ ...fields, sort });
  if (search.trim()) parameters.set("search", search.trim());
  return `${path}?${parameters}`;
}
