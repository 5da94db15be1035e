import { action, makeObservable, observable, observableRef } from 'mobx';
import type { MessageType, SentContent } from '../../contract/message.schema.ts';

/**
 * `uploading` its picture or recording, `waiting` for those before it, `sending`, `stored` by the server and soon to come back as a message, `failed`.
 */
export type UnsentState = 'uploading' | 'waiting' | 'sending' | 'stored' | 'failed';

/** A picture that is shown from this computer until the server has it. */
export interface OwnPicture {
  readonly file: File;
  /** `blob:` */
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** Speech or a film that is played from this computer until the server has it. */
export interface OwnRecording {
  readonly file: File;
  /** `blob:` */
  readonly address: string;
  /** Seconds. */
  readonly length: number;
}

interface UnsentInput {
  readonly clientId: string;
  readonly type: MessageType;
  /** Absent while a picture or a recording has no name at the server. */
  readonly content?: SentContent;
  /** Milliseconds. */
  readonly at: number;
  readonly state: UnsentState;
  readonly reason?: string;
  readonly picture?: OwnPicture;
  readonly recording?: OwnRecording;
}

/** What is kept of it over a reload. */
export type KeptMessage = Required<Pick<UnsentInput, 'clientId' | 'type' | 'content' | 'at'>>;

/** A message that somebody has sent and the server has not told of yet. Its name stays the same however often it is sent. */
export class UnsentMessage {
  readonly clientId: string;
  readonly type: MessageType;
  readonly at: number;
  readonly picture: OwnPicture | undefined;
  readonly recording: OwnRecording | undefined;
  /** Ends its upload. */
  readonly calledOff = new AbortController();
  content: SentContent | undefined;
  state: UnsentState;
  /** Share of the picture or recording that has gone, 0 to 1. */
  progress = 0;
  /** Why it failed, for people. */
  reason: string;

  constructor({ clientId, type, content, at, state, reason = '', picture, recording }: UnsentInput) {
    this.clientId = clientId;
    this.type = type;
    this.content = content;
    this.at = at;
    this.state = state;
    this.reason = reason;
    this.picture = picture;
    this.recording = recording;
    makeObservable(this, { content: observableRef, state: observable, progress: observable, reason: observable, become: action, went: action });
  }

  become(state: UnsentState, reason = ''): void {
    this.state = state;
    this.reason = reason;
  }

  went(sent: number, total: number): void {
    this.progress = total > 0 ? Math.min(1, sent / total) : 0;
  }

  get kept(): KeptMessage | undefined {
    const { clientId, type, content, at } = this;
    return content === undefined ? undefined : { clientId, type, content, at };
  }
}
