import { FONT, type PrintFonts } from "./sheet";

const FILES = { regular: ["print-regular.ttf", "400"], semibold: ["print-semibold.ttf", "600"] } as const;
let loading: Promise<PrintFonts> | undefined;

async function loadFont([name, weight]: readonly [string, string]): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(`./${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`The font answers ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  document.fonts.add(await new FontFace(FONT, bytes, { weight }).load());
  return bytes;
}

/** Loads the letters of printed maps, once. */
export function loadPrintFonts(): Promise<PrintFonts> {
  loading ??= Promise.all([loadFont(FILES.regular), loadFont(FILES.semibold)]).then(([regular, semibold]) => ({ regular, semibold }));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
