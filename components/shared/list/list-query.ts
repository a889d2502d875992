export interface ListQuery<Sort extends string> {
  search: string;
  sort: Sort | "all";
}

/** Reads search and sort of a list from the query of the URL. The API validates the search text. */
export function readListQuery<Sort extends string>(
  get: (name: string) => string | null | undefined,
  sorts: readonly Sort[],
): ListQuery<Sort> {
  const requested = get("sort");
  return { search: get("search") ?? "", sort: sorts.find((sort) => sort === requested) ?? "all" };
}

/** Returns the URL of a list's first page. @param fields additional query parameters */
export function listAddress(path: string, fields: Readonly<Record<string, string>>, { search, sort }: ListQuery<string>): string {
  const parameters = new URLSearchParams({ ...fields, sort });
  if (search.trim()) parameters.set("search", search.trim());
  return `${path}?${parameters}`;
}
