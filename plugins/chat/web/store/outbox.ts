import { ApiError, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable } from 'mobx';
import type { LinkContent, MessageType, SentContent } from '../../contract/message.schema.ts';
import { type KeptMessage, type OwnPicture, type OwnRecording, UnsentMessage } from './unsent.ts';

type Shell = Pick<WebContext, 'drafts' | 'files' | 'now' | 't'>;
/** Resolves when the server has stored it. @throws ApiError */
type Send = (message: {
  readonly toUserId: string;
  readonly messageType: MessageType;
  readonly messageContent: SentContent;
  readonly clientId: string;
}) => Promise<unknown>;

/** Does work of one name after what was begun before under it. */
function inTurn(turns: Map<string, Promise<void>>, name: string, work: () => Promise<void>): Promise<void> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work);
  turns.set(name, turn);
  void turn.finally(() => {
    if (turns.get(name) === turn) turns.delete(name);
  });
  return turn;
}

const KEY = 'session:unsent:';
const EMPTY: readonly UnsentMessage[] = [];

/**
 * Messages on their way, by conversation. Those of one conversation go one after the other, so that they stand there as they were written; only what has to be uploaded
 * first lets words pass meanwhile. Each has a name that the server stores once only, so that sending it again never makes two; what failed stays until somebody sends it
 * again or throws it away, over a reload, too.
 */
export class Outbox {
  private readonly ctx: Shell;
  private readonly send: Send;
  private readonly newName: () => string;
  private readonly messages = observable.map<string, readonly UnsentMessage[]>({}, { deep: false });
  private readonly turns = new Map<string, Promise<void>>();
  private readonly uploads = new Map<string, Promise<void>>();

  // act: kept with the message on this device until the server has it
  constructor(ctx: Shell, send: Send, newName: () => string = randomName) {
    this.ctx = ctx;
    this.send = send;
    this.newName = newName;
    makeObservable<this, 'put'>(this, { put: action, restore: action });
  }

  /** In the order in which they were written. */
  of(peerId: string): readonly UnsentMessage[] {
    return this.messages.get(peerId) ?? EMPTY;
  }

  /** Brings back what was not sent before a reload; nobody knows whether it arrived, so it waits for somebody to send it again. */
  restore(peerId: string): void {
    if (this.messages.has(peerId)) return;
    const kept = this.ctx.drafts.load<readonly KeptMessage[]>(KEY + peerId) ?? [];
    this.messages.set(
      peerId,
      kept.map((one) => new UnsentMessage({ ...one, state: 'failed', reason: this.ctx.t('send.interrupted') })),
    );
  }

  sendText(peerId: string, text: string): void {
    this.begin(peerId, { type: 'text', content: text });
  }

  sendLink(peerId: string, { kind, id }: LinkContent): void {
    this.begin(peerId, { type: 'link', content: { kind, id } });
  }

  sendPicture(peerId: string, picture: OwnPicture): void {
    this.begin(peerId, { type: 'image', picture });
  }

  sendRecording(peerId: string, type: 'voice' | 'video', recording: OwnRecording): void {
    this.begin(peerId, { type, recording });
  }

  /** Sends it again under its name. */
  retry(peerId: string, message: UnsentMessage): void {
    if (message.state === 'failed') this.go(peerId, message);
  }

  /** Nobody wants it sent any more: what is being uploaded of it is called off, and those behind it go on. */
  discard(peerId: string, message: UnsentMessage): void {
    message.calledOff.abort();
    this.remove(peerId, message.clientId);
  }

  /** The server has told of it: it stands among the messages now. */
  settled(peerId: string, clientId: string): void {
    if (clientId !== '' && this.of(peerId).some((one) => one.clientId === clientId)) this.remove(peerId, clientId);
  }

  private begin(peerId: string, given: Pick<UnsentMessage, 'type'> & Partial<Pick<UnsentMessage, 'content' | 'picture' | 'recording'>>): void {
    this.restore(peerId);
    const message = new UnsentMessage({ ...given, clientId: this.newName(), at: this.ctx.now(), state: 'waiting' });
    this.put(peerId, [...this.of(peerId), message]);
    this.go(peerId, message);
  }

  private go(peerId: string, message: UnsentMessage): void {
    if (message.content !== undefined) {
      message.become('waiting');
      void inTurn(this.turns, peerId, () => this.sendOut(peerId, message));
      return;
    }
    message.become('uploading');
    const uploaded = this.upload(peerId, message);
    void inTurn(this.uploads, peerId, async () => {
      if (await uploaded) await inTurn(this.turns, peerId, () => this.sendOut(peerId, message));
    });
  }

  private async upload(peerId: string, message: UnsentMessage): Promise<boolean> {
    const { picture, recording } = message;
    const own = picture ?? recording;
    if (!own) return false;
    try {
      const { fileId } = await this.ctx.files.upload(own.file, {
        type: 'IM',
        signal: message.calledOff.signal,
        onProgress: (sent, total) => message.went(sent, total),
      });
      action(() => {
        message.content = picture ? { name: fileId, width: picture.width, height: picture.height } : { name: fileId, length: recording?.length ?? 0 };
      })();
      message.become('waiting');
      this.keep(peerId);
      return true;
    } catch (error) {
      message.become('failed', this.reasonOf(error));
      return false;
    }
  }

  private async sendOut(peerId: string, message: UnsentMessage): Promise<void> {
    const { clientId, type, content } = message;
    // It was thrown away, or another window has sent it, while it waited.
    if (content === undefined || !this.of(peerId).includes(message)) return;
    message.become('sending');
    try {
      await this.send({ toUserId: peerId, messageType: type, messageContent: content, clientId });
      message.become('stored');
    } catch (error) {
      message.become('failed', this.reasonOf(error));
    }
  }

  /** Only sentences of the server are for people; of the network says its own one. */
  private reasonOf(error: unknown): string {
    if (!(error instanceof ApiError) || error.error === 'network' || error.error === 'timeout') return this.ctx.t('send.noConnection');
    return error.message;
  }

  private remove(peerId: string, clientId: string): void {
    const gone = this.of(peerId).find((one) => one.clientId === clientId);
    const own = gone?.picture ?? gone?.recording;
    if (own) URL.revokeObjectURL(own.address);
    this.put(
      peerId,
      this.of(peerId).filter((one) => one !== gone),
    );
  }

  private put(peerId: string, messages: readonly UnsentMessage[]): void {
    this.messages.set(peerId, messages);
    this.keep(peerId);
  }

  private keep(peerId: string): void {
    const kept = this.of(peerId).flatMap(({ kept }) => kept ?? []);
    if (kept.length > 0) this.ctx.drafts.save(KEY + peerId, kept);
    else this.ctx.drafts.clear(KEY + peerId);
  }
}
