/** A file that is looked at, wherever it is kept. */
export interface PreviewSource {
  /** Of its bytes, to be shown in the page. */
  url: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The text of a text file of up to EDITABLE_BYTES, decoded; unless given it is read off `url` as UTF-8. */
  text?: () => Promise<string>;
}
