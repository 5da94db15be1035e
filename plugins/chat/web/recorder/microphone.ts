/** Why nothing can be recorded, or was not. Each has a text `voice.flaw.…`. */
export type VoiceFlaw = 'insecure' | 'unsupported' | 'refused' | 'none' | 'busy' | 'failed' | 'short';

/** The part of a recorder of the browser that is used. */
export interface Recorder {
  start(): void;
  stop(): void;
  readonly mimeType: string;
  ondataavailable: ((event: { readonly data: Blob }) => void) | null;
  onstop: (() => void) | null;
  onerror: (() => void) | null;
}

/** What a browser offers of its microphone. */
export interface Microphone {
  /** Browsers give a microphone to pages that came over https, or from this computer. */
  readonly secure: boolean;
  /** Asks the person; undefined where the browser cannot. */
  readonly open: (() => Promise<MediaStream>) | undefined;
  readonly record: ((stream: MediaStream) => Recorder) | undefined;
  /** Milliseconds of a line that only runs forward. */
  readonly now: () => number;
}

/** The first that a browser can write; every one of them is a container that the server takes. */
const KINDS = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4'];

export function browserMicrophone(): Microphone {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  const kind = typeof MediaRecorder === 'undefined' ? undefined : KINDS.find((one) => MediaRecorder.isTypeSupported(one));
  return {
    secure: window.isSecureContext,
    open: mediaDevices ? () => mediaDevices.getUserMedia({ audio: true }) : undefined,
    // 32 kbit/s are enough for speech: a minute is a quarter of a megabyte.
    record: kind === undefined ? undefined : (stream) => new MediaRecorder(stream, { mimeType: kind, audioBitsPerSecond: 32_000 }) as unknown as Recorder,
    now: () => performance.now(),
  };
}

/** What the browser says when it gives no microphone. */
export function flawOf(error: unknown): VoiceFlaw {
  switch (error instanceof Error || error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}
