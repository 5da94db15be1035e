import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recentExchanges } from './chat-messages.ts';
import { hostOf, isLocalAddress } from './model-settings.ts';
import { ChatReader, chatBody, NotAnAnswer } from './openai-shape.ts';
import { promptAnswer, promptBody } from './prompt-shape.ts';

const OPTIONS = { maxTokens: 1024, temperature: 0.6, topK: 10, topP: 0.5, sample: true, cache: true, stream: false };
const line = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
const STREAM = [
  ': a comment\n\n',
  line({ role: 'assistant', content: '' }),
  line({ content: '血' }),
  line({ content: '管 ' }),
  line({ reasoning_content: 'hm' }),
  line({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'find_menu', arguments: '{"wo' } }] }),
  line({ tool_calls: [{ index: 0, function: { arguments: 'rds":"a"}' } }] }),
  `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } })}\n\n`,
  'data: [DONE]\n\n',
].join('');
const ANSWER = { text: '血管 ', cut: false, toolCalls: [{ id: 'c1', name: 'find_menu', arguments: '{"words":"a"}' }], promptTokens: 7, answerTokens: 3 };

describe('an answer that is streamed', () => {
  it('is the same wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 80 }), (sizes) => {
        const reader = new ChatReader(100);
        let at = 0;
        for (let turn = 0; at < STREAM.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          reader.feed(STREAM.slice(at, at + size));
          at += size;
        }
        expect(reader.end()).toEqual(ANSWER);
      }),
    );
  });

  it('is kept as far as there is room, and read from one JSON object too', () => {
    const reader = new ChatReader(2);
    reader.feed(STREAM);
    expect([reader.text, reader.isFull]).toEqual(['血管', true]);
    const whole = new ChatReader(100);
    whole.feed('{\n "choices": [{"message":\n');
    whole.feed('{"content": "好"}}]}');
    expect(whole.end()).toMatchObject({ text: '好', promptTokens: undefined });
  });

  it.each([
    [line({ content: '好' }), true],
    [`${line({ content: '好' })}data: [DONE]\n\n`, false],
    [`${line({ content: '好' })}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`, false],
    [`${line({ content: '好' })}data: {"choices":[{"delta":{},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n`, true],
    [`${line({ content: '好'.repeat(100) })}data: [DONE]\n\n`, true],
    ['{"choices":[{"message":{"content":"好"}}]}', false],
    ['{"choices":[{"message":{"content":"好"},"finish_reason":"stop"}]}', false],
    ['{"choices":[{"message":{"content":"好"},"finish_reason":"length"}]}', true],
    ['{"choices":[{"message":{"content":"好"},"finish_reason":"content_filter"}]}', true],
  ])('that ends before its end says so: %s', (body, cut) => {
    const reader = new ChatReader(100);
    reader.feed(body);
    expect(reader.end().cut).toBe(cut);
  });

  it.each([
    '',
    'SIM',
    '[]',
    '{"error":{"message":"x"}}',
    '{"choices":[]}',
    'data: {"choices"\n\n',
    'data: 7\n\n',
    '{"choices":[{"message":null}]}',
    '{"choices":[{"message":{"content":7}}]}',
  ])('is none: %s', (body) => {
    const reader = new ChatReader(100);
    expect(() => {
      reader.feed(body);
      reader.end();
    }).toThrow(NotAnAnswer);
  });

  it('whatever comes, nothing else is thrown', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.json().map((json) => `data: ${json}\n`),
            fc.json(),
          ),
          { maxLength: 5 },
        ),
        (parts) => {
          const reader = new ChatReader(50);
          try {
            for (const part of parts) reader.feed(part);
            expect(reader.end().text.length).toBeLessThanOrEqual(50);
          } catch (error) {
            expect(error).toBeInstanceOf(NotAnAnswer);
          }
        },
      ),
    );
  });
});

describe('bodies', () => {
  it('say tools and calls as the interface has them; not sampling is a temperature of 0', () => {
    const tool = { name: 'find_menu', description: 'd', parameters: { words: { type: 'string', description: 'w', required: true } } } as const;
    const calls = [{ id: 'c1', name: 'find_menu', arguments: '{}' }];
    const messages = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', toolCalls: calls },
      { role: 'tool', toolCallId: 'c1', content: 'r' },
    ] as const;
    expect(chatBody('m', messages, [tool], { ...OPTIONS, stream: true, sample: false })).toMatchObject({
      ...{ model: 'm', temperature: 0, top_p: 0.5, max_tokens: 1024, stream: true },
      messages: [{ role: 'user' }, { tool_calls: [{ id: 'c1', type: 'function' }] }, { role: 'tool', tool_call_id: 'c1' }],
      tools: [{ function: { name: 'find_menu', parameters: { required: ['words'] } } }],
    });
    expect(chatBody('m', [], [], OPTIONS)).not.toHaveProperty('tools');
  });

  it('of the specification’s shape hold the eight parameters, and all messages in the prompt', () => {
    expect(promptBody([{ role: 'user', content: 'q' }], OPTIONS)).toEqual({
      ...{ max_new_tokens: 1024, use_stream_chat: false, prompt: 'q', temperature: 0.6, top_k: 10, top_p: 0.5, do_sample: true, use_cache: true },
    });
    const { prompt } = promptBody(
      [
        { role: 'system', content: 's' },
        { role: 'user', content: 'q' },
      ],
      OPTIONS,
    ) as { prompt: string };
    expect(prompt).toBe('s\n\n用户：q\n\n助手：');
    expect([2, 3].map((most) => promptAnswer('{"code":200,"data":{"response":"abc"}}', most))).toMatchObject([
      { text: 'ab', cut: true },
      { text: 'abc', cut: false },
    ]);
    for (const body of ['', '{}', '{"code":500,"data":{"response":"x"}}', '{"code":200,"data":null}', '{"code":200,"data":{"response":""}}'])
      expect(() => promptAnswer(body, 9)).toThrow(NotAnAnswer);
  });

  it('carry the latest exchanges that have room, whole ones', () => {
    const exchange = (size: number) => ({ asked: 'x'.repeat(size), answered: '' });
    expect(recentExchanges([exchange(5), exchange(4), exchange(3)], 8)).toEqual([exchange(4), exchange(3)]);
    expect(recentExchanges([exchange(9)], 8)).toEqual([]);
    // Of the latest at least the end, and no half of anything.
    const long = { asked: 'q', answered: '张三丰来了。李四走了。王五' };
    expect(recentExchanges([exchange(1), long], 13)).toEqual([{ asked: 'q', answered: '李四走了。王五' }]);
    expect(recentExchanges([{ asked: 'q', answered: 'x'.repeat(20) }], 10)).toEqual([]);
    expect(recentExchanges([long, exchange(7)], 8)).toEqual([exchange(7)]);
  });
});

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:5091/v1', true],
    ['http://10.1.2.3', true],
    ['http://192.168.0.9:80', true],
    ['http://172.31.0.1', true],
    ['http://[::1]:80/x', true],
    ['http://[fd00::1]', true],
    ['http://172.32.0.1', false],
    ['http://8.8.8.8', false],
    ['http://[2001:db8::1]', false],
    ['http://localhost:5091', false],
    ['http://127.evil.example', false],
    ['http://10.1.2.3.example.com', false],
    ['http://10.1.2', false],
    ['http://10.0.0.1@evil.example', false],
    ['http://010.0.0.1', false],
    ['https://api.example.com/v1', false],
    ['', false],
  ])('%s is local: %s', (address, local) => expect(isLocalAddress(address)).toBe(local));

  it('is shown by host and port', () => expect(hostOf('HTTPS://Api.Example:8443/v1?x')).toBe('api.example:8443'));
});
