const PLAIN = /^[\s!-~]*$/;
const MARKS = /\p{M}/gu;
/** Letters that Unicode doesn't take apart. */
const LETTERS: Readonly<Record<string, string>> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Returns a text in small letters without accents, by which texts are compared. */
export function foldText(text: string): string {
  const small = text.toLowerCase();
  if (PLAIN.test(small)) return small;
  return small
    .normalize("NFD")
    .replace(MARKS, "")
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter);
}
