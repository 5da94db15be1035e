import { defineService } from '../../contract/index.ts';

/** A value of the configuration as the wire spells it (wire facts 15, SysConfig). */
export type SiteValue = string | number | boolean | null;
export type SiteValues = Readonly<Record<string, SiteValue>>;

/** What the page of configuration says. */
export interface SiteConfigRow {
  /** 0: nobody has saved anything. Raised by every change. */
  readonly revision: number;
  readonly values: SiteValues;
  /** Names of the secrets that are kept; what they say is told to nobody. */
  readonly secrets: readonly string[];
}

export interface SiteConfigChange {
  /** Null takes a value back: what the installation says is in force again. */
  readonly values: SiteValues;
  /** Plain; kept sealed. Null removes. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

/** A list of addresses and networks, as somebody typed it. */
export interface AddressList {
  /** The first part that is no address and no network, with its line from 1. */
  readonly wrong: { readonly line: number; readonly text: string } | undefined;
  readonly entries: number;
  holds(ip: string): boolean;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else it is begun where the server offers it. */
  readonly secure: boolean;
  /** Empty: the server asks for none. */
  readonly account: string;
  readonly password: string;
}

export interface Mail {
  /** Address of the sender; `senderName` is shown before it. */
  readonly from: string;
  readonly senderName: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What stands before the `@` of its Message-ID, `[0-9A-Za-z-]`; default: made up. The same for each try, so that readers' programs know a second one. */
  readonly id?: string;
}

/** Configuration of the installation: kept in one row, in force on all servers at once. Given to plugins with the privilege `identity`. */
export interface SiteConfig {
  /** Members that the server acts on, as they are in force on this server. */
  inForce(): SiteValues;
  /** What would be in force were nothing saved. */
  byDefault(): SiteValues;
  /** Members that a variable of the environment fixes: name on the wire to name of the variable. */
  fixed(): Readonly<Record<string, string>>;
  read(): Promise<SiteConfigRow>;
  /** The row, kept for the running transaction. */
  lock(): Promise<SiteConfigRow>;
  /** Changes what `lock` kept. In force here with the commit, on other servers a moment later. @returns the new revision */
  change(change: SiteConfigChange): Promise<number>;
  /** Undefined where none is kept or the key of the installation cannot open it. */
  secret(name: string): Promise<string | undefined>;
  addressList(text: string): AddressList;
  /** Whether an address is that of a picture in the file storage that may be shown to anybody. */
  isPicture(address: string): Promise<boolean>;
  /**
   * Hands a message to a mail server. Outside of any transaction.
   * Parameters of its refusals: `handed` 1 when the server may have taken the message all the same (its answer to the whole of it did not come), else 0;
   * `lasting` 1 when the server refused this message for good (5yz), else 0.
   * @throws AppError `core.mail-unreachable`, `core.mail-forbidden`, `core.mail-timeout`, `core.mail-tls`, `core.mail-auth`, `core.mail-refused`
   */
  sendMail(server: MailServer, mail: Mail): Promise<void>;
}

export const siteConfig = defineService<SiteConfig>('core.site-config@1');
