/** A client that keeps cookies, and sends those of a host back to it. It follows no redirects. */
export class Visitor {
  private readonly jars = new Map<string, Map<string, string>>();

  async visit(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const jar = this.jars.get(url.host) ?? new Map<string, string>();
    this.jars.set(url.host, jar);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const isDeleted = value === "" || /max-age=0\b/i.test(cookie) || /expires=thu, 01 jan 1970/i.test(cookie);
      if (isDeleted) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until one leads to an address that begins with `prefix`. @returns that address */
  async followTo(prefix: string, first: string): Promise<string> {
    let address = first;
    while (!address.startsWith(prefix)) {
      const answer = await this.visit(address);
      const location = answer.headers.get("location");
      if (!location) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
      address = new URL(location, address).href;
    }
    return address;
  }

  /** Returns a visitor with the same cookies. */
  copy(): Visitor {
    const copied = new Visitor();
    for (const [host, jar] of this.jars) copied.jars.set(host, new Map(jar));
    return copied;
  }

  /** Returns a visitor with the cookies of a request header. */
  static withCookies(origin: string, header: string): Visitor {
    const visitor = new Visitor();
    const pairs = header.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
    visitor.jars.set(new URL(origin).host, new Map(pairs));
    return visitor;
  }

  cookie(origin: string, name: string): string | undefined {
    return this.jars.get(new URL(origin).host)?.get(name);
  }
}
