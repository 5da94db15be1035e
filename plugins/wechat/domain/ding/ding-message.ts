/** A message as DingTalk takes it, to one member (工作通知, `asyncsend_v2`). */
export interface DingMessage {
  readonly agent_id: string;
  readonly userid_list: string;
  readonly msg:
    | { readonly msgtype: 'text'; readonly text: { readonly content: string } }
    | {
        readonly msgtype: 'action_card';
        readonly action_card: { readonly title: string; readonly markdown: string; readonly single_title: string; readonly single_url: string };
      };
}

export interface DingMessageContent {
  /** The same for each try of one message, and unlike that of any other. */
  readonly id: string;
  readonly userId: string;
  readonly agentId: string;
  /** Title of the kind: no name, no diagnosis. */
  readonly title: string;
  /** Fixed sentence: sign in to read it. */
  readonly hint: string;
  /** What the link is called. */
  readonly button: string;
  /** Scheme and host of this system; empty: there is no link. */
  readonly siteAddress: string;
}

const MAX_TITLE = 64;

/** What leaves the house: the title of the kind and a link behind the sign-in, never what the message says. */
export function dingMessage({ id, userId, agentId: agent_id, title, hint, button, siteAddress }: DingMessageContent): DingMessage {
  const to = { agent_id, userid_list: userId };
  const short = [...title].slice(0, MAX_TITLE).join('');
  if (siteAddress === '') return { ...to, msg: { msgtype: 'text', text: { content: `${short}\n${hint}\n#${id}` } } };
  const single_url = `${siteAddress}/messageRecord?m=${encodeURIComponent(id)}`;
  // Signs of Markdown in a title are signs, no form.
  const plain = short.replace(/[\\`*_{}[\]()#+!<>|]/g, (sign) => `\\${sign}`);
  return { ...to, msg: { msgtype: 'action_card', action_card: { title: short, markdown: `### ${plain}\n\n${hint}`, single_title: button, single_url } } };
}

const SAFE_AGAIN_MS = 25 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Days of the service begin at midnight in China. */
const dayOf = (time: number): number => Math.floor((time + 8 * 3_600_000) / DAY_MS);

/** Whether a try that began then may be made once more: the service drops what one member gets twice from one app within one calendar day. */
export const isKnownStill = (began: number, now: number): boolean => now - began < SAFE_AGAIN_MS && dayOf(began) === dayOf(now + 60_000);
