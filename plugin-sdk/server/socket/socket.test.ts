import { describe, expect, expectTypeOf, it } from 'vitest';
import { type FrameReply, type Frames, type HeardBody, Type } from '../../contract/index.ts';
import { createFakeServerContext } from '../../testing/index.ts';
import { hear } from './socket.ts';

const frames = {
  name: 'beds',
  hears: {
    Ask: { summary: 'asks', need: 'session', audit: 'none', body: Type.Object({ bed: Type.String() }), reply: 'told' },
    Note: { summary: 'notes', need: 'perm:beds.note', audit: 'write', body: Type.Object({ text: Type.String() }) },
  },
  pushes: { told: { summary: 'tells', body: Type.Object({ free: Type.Boolean() }) } },
} as const satisfies Frames;

describe('frames of the socket', () => {
  it('type what is heard, answered and pushed', () => {
    expectTypeOf<HeardBody<typeof frames, 'Ask'>>().toEqualTypeOf<{ bed: string }>();
    expectTypeOf<FrameReply<typeof frames, 'Ask'>>().toEqualTypeOf<{ free: boolean }>();
    expectTypeOf<FrameReply<typeof frames, 'Note'>>().toEqualTypeOf<undefined>();
    // @ts-expect-error a frame that does not say who may send it
    const nobody = { summary: 'x', audit: 'none', body: Type.Object({}) } as const satisfies Frames['hears'][string];
    const free = () => ({ free: true });
    // @ts-expect-error a handler is missing
    const { handlers } = hear()(frames, { Ask: free });
    expect([nobody.summary, Object.keys(handlers)]).toEqual(['x', ['Ask']]);
  });

  it('are kept by the stand-in once the transaction is over, and dropped with it', async () => {
    const ctx = createFakeServerContext();
    await ctx.transaction(async () => {
      await ctx.socket.push('all', frames, 'told', { free: true });
      expect(ctx.record.pushes).toEqual([]);
    });
    await expect(
      ctx.transaction(async () => {
        await ctx.socket.push('all', frames, 'told', { free: false });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(ctx.record.pushes).toEqual([{ target: 'all', frame: 'told', body: { free: true } }]);
  });
});
