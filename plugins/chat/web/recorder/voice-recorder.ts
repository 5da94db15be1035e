import { action, makeObservable, observable, runInAction } from 'mobx';
import { MAX_VOICE_SECONDS } from '../../contract/limits.ts';
import type { OwnRecording } from '../store/unsent.ts';
import { flawOf, type Microphone, type Recorder, type VoiceFlaw } from './microphone.ts';

const TICK_MS = 200;
/** Shorter ones are a slip of the finger. */
const SHORTEST_SECONDS = 1;

/** `asking` the person for the microphone, `recording`, `full`: as long as one may be, and waiting to be sent. */
export type VoiceState = 'idle' | 'asking' | 'recording' | 'full';

interface Running {
  readonly stream: MediaStream;
  readonly recorder: Recorder;
  readonly pieces: Blob[];
  readonly began: number;
  readonly timer: ReturnType<typeof setInterval>;
  /** Resolves when the recorder has given all it has. */
  readonly ended: Promise<void>;
}

/** Records speech: begun by a press, sent or thrown away by another. The microphone is given back whichever way it ends. */
export class VoiceRecorder {
  state: VoiceState = 'idle';
  seconds = 0;
  /** Why there is no recording. */
  flaw: VoiceFlaw | null = null;
  private running: Running | null = null;
  /** Tells a microphone that comes too late that nobody waits for it. */
  private attempt = 0;

  constructor(private readonly microphone: Microphone) {
    makeObservable<this, 'set'>(this, { state: observable, seconds: observable, flaw: observable, set: action, forget: action });
  }

  start = async (): Promise<void> => {
    if (this.state !== 'idle') return;
    const { secure, open, record } = this.microphone;
    if (!secure) return this.set('idle', 'insecure');
    if (!open || !record) return this.set('idle', 'unsupported');
    this.set('asking');
    this.attempt += 1;
    const { attempt } = this;
    try {
      const stream = await open();
      if (attempt !== this.attempt) return release(stream);
      this.begin(stream, record);
    } catch (error) {
      if (attempt === this.attempt) this.set('idle', flawOf(error));
    }
  };

  /** Ends it. @returns what was said; undefined where that is nothing, and `flaw` says why */
  finish = async (): Promise<OwnRecording | undefined> => {
    const { running } = this;
    if (!running) return undefined;
    const length = this.seconds;
    this.stop(running);
    await running.ended;
    if (this.running !== running) return undefined;
    this.running = null;
    const [kind = 'audio/webm'] = running.recorder.mimeType.split(';');
    const file = new File(running.pieces, kind === 'audio/mp4' ? 'voice.mp4' : 'voice.webm', { type: kind });
    const flaw = length < SHORTEST_SECONDS ? 'short' : file.size === 0 ? 'failed' : null;
    this.set('idle', flaw);
    return flaw === null ? { file, address: URL.createObjectURL(file), length: Math.round(length * 10) / 10 } : undefined;
  };

  /** Throws it away. */
  cancel = (): void => {
    const { running } = this;
    this.attempt += 1;
    this.running = null;
    if (running) this.stop(running);
    this.set('idle');
  };

  forget = (): void => {
    this.flaw = null;
  };

  dispose(): void {
    this.cancel();
  }

  private begin(stream: MediaStream, record: (stream: MediaStream) => Recorder): void {
    let recorder: Recorder;
    try {
      recorder = record(stream);
    } catch (error) {
      release(stream);
      throw error;
    }
    const pieces: Blob[] = [];
    const ended = new Promise<void>((resolve) => {
      recorder.onstop = () => resolve();
    });
    recorder.ondataavailable = ({ data }) => void pieces.push(data);
    const timer = setInterval(() => this.tick(), TICK_MS);
    const running: Running = { stream, recorder, pieces, began: this.microphone.now(), timer, ended };
    recorder.onerror = () => {
      if (this.running !== running) return;
      this.cancel();
      this.set('idle', 'failed');
    };
    this.running = running;
    this.set('recording');
    recorder.start();
  }

  private tick(): void {
    const { running } = this;
    if (!running || this.state !== 'recording') return;
    const seconds = Math.min(MAX_VOICE_SECONDS, (this.microphone.now() - running.began) / 1_000);
    runInAction(() => {
      this.seconds = seconds;
    });
    if (seconds < MAX_VOICE_SECONDS) return;
    this.stop(running);
    runInAction(() => {
      this.state = 'full';
    });
  }

  private stop({ stream, recorder, timer }: Running): void {
    clearInterval(timer);
    try {
      recorder.stop();
    } catch {
      // It has stopped by itself: what it had has come.
    }
    release(stream);
  }

  private set(state: VoiceState, flaw: VoiceFlaw | null = null): void {
    this.state = state;
    this.flaw = flaw;
    if (state !== 'recording' || this.seconds > 0) this.seconds = 0;
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
