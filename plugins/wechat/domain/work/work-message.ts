/** A message as the service takes it, to one member. */
export interface WorkMessage {
  readonly touser: string;
  readonly agentid: number;
  readonly msgtype: 'textcard' | 'text';
  readonly textcard?: { readonly title: string; readonly description: string; readonly url: string; readonly btntxt: string };
  readonly text?: { readonly content: string };
  readonly enable_duplicate_check: 1;
  readonly duplicate_check_interval: number;
}

/** For so long the service drops what it gets twice; it allows four hours at most and 1,800 s is its default. */
export const REPEAT_WINDOW_SECONDS = 1_800;
/** A try that was cut off is made again by itself only this long: well within the window, so that nobody gets a message twice. */
export const SAFE_AGAIN_MS = (REPEAT_WINDOW_SECONDS - 300) * 1_000;

/** Bytes that the service takes as the title of a card. */
const MAX_TITLE_BYTES = 128;

/** Cut at whole characters to so many bytes of UTF-8. */
export function cutToBytes(text: string, most: number): string {
  let size = 0;
  let cut = '';
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0;
    size += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (size > most) return cut;
    cut += sign;
  }
  return cut;
}

export interface WorkMessageContent {
  /** The same for each try of one message, and unlike that of any other. */
  readonly id: string;
  readonly touser: string;
  readonly agentId: number;
  /** Title of the kind: no name, no diagnosis. */
  readonly title: string;
  /** Fixed sentence: sign in to read it. */
  readonly hint: string;
  /** What the link is called. */
  readonly button: string;
  /** Scheme and host of this system; empty: there is no link. */
  readonly siteAddress: string;
}

/**
 * What leaves the house: the title of the kind and a link behind the sign-in, never what the message says. It holds the id of the message, so that two
 * messages of one kind within half an hour are not taken for a repeat, and each try of one message is.
 */
export function workMessage({ id, touser, agentId: agentid, title, hint, button, siteAddress }: WorkMessageContent): WorkMessage {
  const check = { enable_duplicate_check: 1, duplicate_check_interval: REPEAT_WINDOW_SECONDS } as const;
  if (siteAddress === '') return { touser, agentid, msgtype: 'text', text: { content: `${cutToBytes(title, MAX_TITLE_BYTES)}\n${hint}\n#${id}` }, ...check };
  const url = `${siteAddress}/messageRecord?m=${encodeURIComponent(id)}`;
  return { touser, agentid, msgtype: 'textcard', textcard: { title: cutToBytes(title, MAX_TITLE_BYTES), description: hint, url, btntxt: button }, ...check };
}
