import { OutboundError, type OutboundFailure, type OutboundRequest } from '@nephra/plugin-sdk/server';
import { expect, it } from 'vitest';
import { callModel, type ModelCall } from './call-model.ts';

const MODEL = { address: 'http://10.0.0.9/v1', apiKey: '', modelName: 'SIM', shape: 'openai', host: '10.0.0.9' } as never;
const CALL: ModelCall = {
  messages: [{ role: 'user', content: '问题' }],
  tools: [],
  options: { maxTokens: 16, temperature: 0, topK: 1, topP: 1, sample: false, cache: true, stream: true },
  timeoutMs: 90_000,
  signal: new AbortController().signal,
  onText: () => undefined,
};

it.each<[OutboundFailure, string]>([
  ['timeout', 'assistant.model-slow'],
  ['connect', 'assistant.model-unreachable'],
  ['broken', 'assistant.model-failed'],
  ['too-large', 'assistant.model-failed'],
  ['not-allowed', 'assistant.not-listed'],
])('a model that cannot be heard (%s) is given up with a reason of its own, after the time of the setting', async (failure, error) => {
  const sent: OutboundRequest[] = [];
  const send = async (request: OutboundRequest) => {
    sent.push(request);
    throw new OutboundError(failure, true, 'SIM');
  };
  await expect(callModel({ outbound: { send } } as never, MODEL, CALL)).rejects.toMatchObject({ key: error });
  expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([90_000]);
});
