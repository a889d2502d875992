import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Parts of a server's conduct that a test changes, while it runs if need be. */
export interface MailServerConduct {
  /** Answers RCPT TO: an SMTP error refuses the address, a promise keeps the client waiting. */
  receive?: (address: string) => { responseCode: number; message: string } | undefined | Promise<undefined>;
  /** Nobody is greeted while this has not resolved. */
  greeting?: Promise<void>;
  /** Runs when a whole mail has come, before the server says so. */
  accept?: () => Promise<void>;
}

/** A real SMTP server, which keeps what it is sent. */
export class MailServer {
  readonly mails: Email[] = [];
  /** Every address that somebody wanted to send to. */
  readonly asked: string[] = [];

  private constructor(
    private readonly server: SMTPServer,
    private readonly scheme: "smtp" | "smtps",
    public conduct: MailServerConduct,
  ) {}

  /** @param options of smtp-server; `port` is 0 unless it is named */
  static async start(conduct: MailServerConduct = {}, options: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
    const { port = 0, ...rest } = options;
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      closeTimeout: 100,
      ...(rest.secure ? {} : { disabledCommands: ["STARTTLS"] }),
      onConnect: (_session, callback) => void (mailServer.conduct.greeting ?? Promise.resolve()).then(() => callback()),
      onRcptTo: ({ address }, _session, callback) => void mailServer.answerRecipient(address, callback),
      onData: (stream, _session, callback) => void mailServer.keep(stream).then(() => callback(), callback),
      ...rest,
    });
    const mailServer = new MailServer(server, rest.secure ? "smtps" : "smtp", conduct);
    // A client that goes away in the middle of a sentence.
    server.on("error", () => undefined);
    server.listen(port, "127.0.0.1");
    await once(server.server, "listening");
    return mailServer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** For SMTP_URL. */
  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async answerRecipient(address: string, callback: (error?: Error | null) => void): Promise<void> {
    this.asked.push(address);
    const refusal = await this.conduct.receive?.(address);
    callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
  }

  private async keep(stream: NodeJS.ReadableStream): Promise<void> {
    const mail = await PostalMime.parse(await buffer(stream));
    await this.conduct.accept?.();
    this.mails.push(mail);
  }
}
