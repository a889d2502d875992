"use client";

/** A file that is looked at, wherever it is kept. */
export interface PreviewSource {
  /** Of its bytes, to be shown in the page. */
  url: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The text of a text file, decoded; unless given it is read off `url` as UTF-8. */
  text?: () => Promise<string>;
}

/** What a file looks like, by its name: a picture, a map, a text, a film. */
export function PreviewContent({ source }: { source: PreviewSource }) {
  return <p>{source.name}</p>;
}
