/** Which model is asked, and how. */
export interface ModelSettings {
  /** Without a stroke at its end. */
  readonly address: string;
  /** Empty: the model asks for none. */
  readonly apiKey: string;
  readonly modelName: string;
  readonly shape: 'openai' | 'prompt';
}

/** What a caller asks of one answer, within the limits. */
export interface AnswerOptions {
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
  readonly sample: boolean;
  readonly cache: boolean;
  readonly stream: boolean;
}

/** Host and port of an address, as people read them; empty for what is no address of the web. */
export function hostOf(address: string): string {
  const [, , host = ''] = /^(https?):\/\/([^/?#\s]{1,255})/i.exec(address) ?? [];
  return host.toLowerCase();
}

const OWN_4 = /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2[0-9]|3[01])\./;
const ADDRESS_4 = /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}$/;
const ADDRESS_6 = /^\[([0-9a-f:]{2,39})\]/;

/**
 * Whether an address is written as this computer or as an IP address of the own network. A name is never local: where it leads may change, and with it who reads
 * what has no masks.
 */
export function isLocalAddress(address: string): boolean {
  const host = hostOf(address);
  const [, six] = ADDRESS_6.exec(host) ?? [];
  if (six !== undefined) return six === '::1' || /^f[cd][0-9a-f]{2}:/.test(six);
  const four = host.replace(/:[0-9]{1,5}$/, '');
  return ADDRESS_4.test(four) && four.split('.').every((part) => Number(part) < 256) && OWN_4.test(four);
}
