/** ASCII spellings of letters that Unicode does not decompose. */
const spellings: Readonly<Record<string, string>> = Object.fromEntries(
  `ß ss,æ ae,œ oe,ø o,đ d,ð d,þ th,ł l,ı i,ħ h,ŋ ng,ĸ k,ŧ t,ə a,ƒ f
  α a,β v,γ g,δ d,ε e,ζ z,η i,θ th,ι i,κ k,λ l,μ m,ν n,ξ x,ο o,π p,ρ r,σ s,ς s,τ t,υ y,φ f,χ ch,ψ ps,ω o
  а a,б b,в v,г g,д d,е e,ж zh,з z,и i,к k,л l,м m,н n,о o,п p,р r,с s,т t,у u,ф f,х kh,ц ts,ч ch,ш sh,щ shch,ъ ,ы y,ь ,э e,ю yu,я ya
  є ye,ґ g,і i,ђ dj,ј j,љ lj,њ nj,ћ c,џ dz,ѕ dz,ә a,ғ g,қ q,ң n,ө o,ұ u,ү u,һ h`
    .split(/[,\n]/)
    .map((pair): [string, string] => {
      const [letter = "", spelling = ""] = pair.trimStart().split(" ");
      return [letter, spelling];
    }),
);

/** Returns a letter in ASCII; "" for what is no letter, number or ASCII. */
export function spell(letter: string): string {
  const bare = letter.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const spelled = Array.from(bare, (part) => spellings[part] ?? part).join("");
  if (/^\p{ASCII}*$/u.test(spelled)) return spelled;
  // Letters of other scripts become their code points, so that every name has its own address.
  return /(?!\p{Variation_Selector})[\p{L}\p{N}\p{Mn}\p{Mc}]/u.test(letter) ? `u${letter.codePointAt(0)?.toString(16)}` : "";
}
