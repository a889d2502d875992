import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Behavior of the server that tests can change at any time. */
export interface MailServerConduct {
  /** Answers RCPT TO. An SMTP error rejects the address, a promise delays the answer. */
  receive?: (address: string) => { responseCode: number; message: string } | undefined | Promise<undefined>;
  /** The server greets clients after this promise resolves. */
  greeting?: Promise<void>;
  /** Runs after a whole message was received, before the server confirms it. */
  accept?: () => Promise<void>;
}

export class MailServer {
  readonly mails: Email[] = [];
  readonly recipients: string[] = [];

  private constructor(
    private readonly server: SMTPServer,
    private readonly scheme: "smtp" | "smtps",
    public conduct: MailServerConduct,
  ) {}

  /** Starts the server. @param options of smtp-server; `port` is 0 by default */
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
    // Ignore clients that disconnect during a command.
    server.on("error", () => undefined);
    server.listen(port, "127.0.0.1");
    await once(server.server, "listening");
    return mailServer;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async answerRecipient(address: string, callback: (error?: Error | null) => void): Promise<void> {
    this.recipients.push(address);
    const refusal = await this.conduct.receive?.(address);
    callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null);
  }

  private async keep(stream: NodeJS.ReadableStream): Promise<void> {
    const mail = await PostalMime.parse(await buffer(stream));
    await this.conduct.accept?.();
    this.mails.push(mail);
  }
}
