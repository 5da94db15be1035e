import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_VOICE_SECONDS } from '../../contract/limits.ts';
import type { Microphone, Recorder, VoiceFlaw } from './microphone.ts';
import { VoiceRecorder } from './voice-recorder.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A microphone that gives a stream when it is told to, and notes whether it was given back. */
function microphone(over: Partial<Microphone> = {}) {
  const facts = { now: 0, open: 0, recorder: undefined as Recorder | undefined };
  const track = {
    stop() {
      facts.open -= 1;
    },
  };
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const given: Microphone = {
    secure: true,
    open: async () => {
      facts.open += 1;
      return stream;
    },
    record: () => {
      const recorder: Recorder = {
        ...{ mimeType: 'audio/webm;codecs=opus', ondataavailable: null, onstop: null, onerror: null, start: () => undefined },
        stop() {
          recorder.ondataavailable?.({ data: new Blob(['SIM']) });
          recorder.onstop?.();
        },
      };
      facts.recorder = recorder;
      return recorder;
    },
    now: () => facts.now,
    ...over,
  };
  const pass = (ms: number): void => {
    facts.now += ms;
    vi.advanceTimersByTime(ms);
  };
  return { facts, given, pass };
}

const named = (name: string) => Object.assign(new Error(name), { name });

it('[2.4-15] [3-20] what is said is a file of its length, and the microphone is given back', async () => {
  const { facts, given, pass } = microphone();
  const recorder = new VoiceRecorder(given);
  await recorder.start();
  expect([recorder.state, facts.open]).toEqual(['recording', 1]);
  pass(7_400);
  const spoken = await recorder.finish();
  expect(spoken).toMatchObject({ length: 7.4 });
  expect([spoken?.file.name, spoken?.file.type, spoken?.file.size]).toEqual(['voice.webm', 'audio/webm', 3]);
  expect([recorder.state, recorder.flaw, facts.open]).toEqual(['idle', null, 0]);
});

it('ends by itself when it is as long as one may be, and waits to be sent', async () => {
  const { facts, given, pass } = microphone();
  const recorder = new VoiceRecorder(given);
  await recorder.start();
  pass(MAX_VOICE_SECONDS * 1_000 + 5_000);
  expect([recorder.state, recorder.seconds, facts.open]).toEqual(['full', MAX_VOICE_SECONDS, 0]);
  expect(await recorder.finish()).toMatchObject({ length: MAX_VOICE_SECONDS });
});

it('thrown away it is nothing, also while the person is still asked for the microphone', async () => {
  const { facts, given, pass } = microphone();
  const recorder = new VoiceRecorder(given);
  await recorder.start();
  pass(3_000);
  recorder.cancel();
  expect([await recorder.finish(), recorder.state, recorder.flaw, facts.open]).toEqual([undefined, 'idle', null, 0]);
  const asked = recorder.start();
  recorder.cancel();
  await asked;
  expect([recorder.state, facts.open]).toEqual(['idle', 0]);
});

it('a slip of the finger is not sent, and an empty or broken recording says so', async () => {
  const { facts, given, pass } = microphone();
  const recorder = new VoiceRecorder(given);
  await recorder.start();
  pass(400);
  expect([await recorder.finish(), recorder.flaw]).toEqual([undefined, 'short']);
  await recorder.start();
  pass(3_000);
  facts.recorder?.onerror?.();
  expect([recorder.state, recorder.flaw, facts.open]).toEqual(['idle', 'failed', 0]);
});

it.each<[VoiceFlaw, Partial<Microphone>]>([
  ['insecure', { secure: false, open: undefined }],
  ['unsupported', { open: undefined }],
  ['unsupported', { record: undefined }],
  ['refused', { open: () => Promise.reject(named('NotAllowedError')) }],
  ['none', { open: () => Promise.reject(named('NotFoundError')) }],
  ['busy', { open: () => Promise.reject(named('NotReadableError')) }],
  ['failed', { open: () => Promise.reject(named('Other')) }],
])('says why nothing is recorded: %s', async (flaw, over) => {
  const recorder = new VoiceRecorder(microphone(over).given);
  await recorder.start();
  expect([recorder.state, recorder.flaw]).toEqual(['idle', flaw]);
  recorder.forget();
  expect(recorder.flaw).toBeNull();
});

it('a recorder that cannot begin gives the microphone back', async () => {
  const { facts, given } = microphone({
    record: () => {
      throw named('NotSupportedError');
    },
  });
  const recorder = new VoiceRecorder(given);
  await recorder.start();
  expect([recorder.state, recorder.flaw, facts.open]).toEqual(['idle', 'failed', 0]);
});
