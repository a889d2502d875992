/** On the application's origin. The safe name of a project follows. */
export const GUEST_PATH = "/guest";

/** The answer for every address and every project. */
export const CODE_ON_ITS_WAY = "If this address is admitted, a code is on its way";

export const GUESTS_NEED_MAIL = "Guests can't be admitted, because this server has no mail server to send codes (SMTP_URL is not set).";

export const CODE_MINUTES = 10;

/** Domains where everyone can get an address. */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `126.com 163.com aol.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hotmail.com
  hotmail.co.uk icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru me.com msn.com orange.fr outlook.com outlook.de pm.me
  proton.me protonmail.com qq.com t-online.de tutanota.com web.de yahoo.com yahoo.co.uk yahoo.de yandex.com yandex.ru ymail.com zoho.com`.split(
    /\s+/,
  ),
);

/** Returns whether everyone can get an address of a domain, which begins with `@`. */
export const isPublicMail = (domain: string) => PUBLIC_MAIL_DOMAINS.has(domain.slice(1));
