import { clockFrom } from '../../../core/clock/clock.ts';

let told: { readonly wall: number; readonly steady: number; readonly at: number } = { wall: 0, steady: 0, at: 0 };

/** What the server's clocks show, told with all that it asks. */
export function setClocks(times: readonly [number, number] | undefined): void {
  if (times) told = { wall: Number(times[0]), steady: Number(times[1]), at: performance.now() };
}

const since = (): number => performance.now() - told.at;

/** The clocks of the server, running on from where they were told. */
export const serverClock = clockFrom(
  () => new Date(told.wall + since()),
  () => new Date(told.steady + since()),
);
