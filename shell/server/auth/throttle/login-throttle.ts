import { setTimeout as pause } from 'node:timers/promises';
import { AppError, EnvelopeCode, formatInstant } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Config } from '../../config/index.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';
import { AddressPressure, type AddressShare, type Lane } from './address-pressure.ts';
import { AttemptCounters, type LoginTry, type ShutPlace } from './attempt-counters.ts';
import { networkOf } from './network-of.ts';

/** How a secret is given. */
export interface Way {
  /** The caller can be shown a picture to read. */
  readonly picture: boolean;
  /** Nothing vouches for the caller yet: where much is being guessed from one address, accounts never seen there take places in a queue. */
  readonly queue: boolean;
  /** Failures count for the account wherever they come from; false for a secret whose owner nobody may keep away. */
  readonly everywhere: boolean;
}

export const WAYS = {
  password: { picture: true, queue: true, everywhere: true },
  /** Code of a text message: has tries of its own, too. */
  mobileCode: { picture: false, queue: true, everywhere: true },
  /** Password of somebody whose session is open: counted for that session alone. */
  session: { picture: false, queue: false, everywhere: false },
  /** Number or password of a second person at a device whose session is open: of few digits, so it counts wherever it is tried. */
  coSign: { picture: false, queue: false, everywhere: true },
  /** Code of the first start: too long to be guessed from many places, and whoever sets the system up must get in. */
  setupCode: { picture: false, queue: false, everywhere: false },
} as const satisfies Record<string, Way>;

/** What a try brings besides its secret. */
export interface Brought {
  /** A picture was fetched for it. */
  readonly picture: boolean;
  /** Some computing was done for it. */
  readonly work: boolean;
}

const NOTHING: Brought = { picture: false, work: false };

/** Told to whoever looks at the secret. */
export interface Demand {
  /** A picture has to be read first. */
  readonly picture: boolean;
}

export interface Verdict<T> {
  /** What the secret opens; undefined when it was wrong. */
  readonly found: T | undefined;
  /** The next try has to bring a picture. */
  readonly picture: boolean;
  /** It was wrong, and the last one that was allowed. */
  readonly shut: boolean;
}

interface Reserved {
  readonly keys: readonly string[];
  readonly address: AddressShare;
  readonly lane: Lane | undefined;
  readonly picture: boolean;
  readonly pictureNext: boolean;
  readonly last: boolean;
}

type Limits = Pick<Config, 'loginFailuresAllowed' | 'loginWaitMinutes' | 'addressFailuresAllowed' | 'loginCaptchaAfter' | 'loginNeedCode'>;

/** Pauses while the results of others are awaited: few, because whoever guesses waits here, too. */
const LOOK_AGAIN_MS = [50, 100, 200, 400, 800, 1600, 1600, 1600];

/** A place was not to be had: what was counted on the way to it is rolled back. */
class NoPlace extends Error {
  readonly refusal: AppError;
  /** The answer may be another one in a moment. */
  readonly passing: boolean;
  constructor(refusal: AppError, passing: boolean) {
    super(refusal.key);
    this.refusal = refusal;
    this.passing = passing;
  }
}

/**
 * Slows guessing of passwords and codes down, with the same behaviour for accounts that do not exist: an account waits longer and longer, an
 * address is asked for pictures and queues. Every secret that can be guessed is looked at through `judge` and nowhere else.
 */
export class LoginThrottle {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #counters: AttemptCounters;
  readonly #addresses: AddressPressure;

  constructor(database: Database, clock: Clock, limits: Limits) {
    const db = database.kyselyFor<CoreTables>();
    this.#database = database;
    this.#clock = clock;
    this.#limits = limits;
    this.#counters = new AttemptCounters(db, clock, limits);
    this.#addresses = new AddressPressure(db, clock, limits);
  }

  /**
   * Counts the try, lets `look` look at the secret, and takes the count back when it was right. Outside of any transaction: a failure must
   * stay counted although the call is refused.
   * @param look answers what the secret opens, undefined for a wrong one; what it throws is not counted
   * @throws AppError `core.login-wait` while the account has to wait, `core.login-busy` while many others are being judged for it,
   *   `core.login-queue` while the address has no place, `core.captcha-wrong`
   *   where everybody at that address needs a picture and the try has none
   */
  async judge<T>(attempt: LoginTry, way: Way, look: (demand: Demand) => Promise<T | undefined>, brought = NOTHING): Promise<Verdict<T>> {
    const reserved = await this.#reserve(attempt, way, brought);
    let found: T | undefined;
    try {
      found = await look({ picture: reserved.picture });
    } catch (error) {
      await this.#settle(reserved, 'not tried');
      throw error;
    }
    await this.#settle(reserved, found === undefined ? 'wrong' : 'right');
    return { found, picture: found === undefined && reserved.pictureNext, shut: found === undefined && reserved.last };
  }

  /** True when the next try with this account from this address has to bring a picture. */
  async needsPicture(attempt: LoginTry): Promise<boolean> {
    if (this.#limits.loginNeedCode) return true;
    const failures = await this.#counters.failures(this.#counters.keysOf(attempt, await this.#counters.isKnown(attempt)));
    return failures >= this.#limits.loginCaptchaAfter || (await this.#addresses.isStrained(networkOf(attempt.ip)));
  }

  /** An administrator lets an account in: nothing that was counted keeps it out any more. */
  async letIn(account: string): Promise<void> {
    await this.#counters.letIn(account);
  }

  /** Accounts (lower case) that have to wait at this moment, here or there, and until when at the latest. */
  async waitingUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return await this.#counters.waitingUntil(accounts);
  }

  async forgetOld(): Promise<void> {
    await this.#counters.forgetOld();
    await this.#addresses.forgetOld();
  }

  async #reserve(attempt: LoginTry, way: Way, brought: Brought): Promise<Reserved> {
    for (let looks = 0; ; looks += 1) {
      const again = LOOK_AGAIN_MS[looks];
      try {
        return await this.#database.transaction(() => this.#reserveOnce(attempt, way, brought, again !== undefined));
      } catch (error) {
        if (!(error instanceof NoPlace)) throw error;
        // A right password among those that are being judged opens the door for all that wait behind it.
        if (!error.passing) throw error.refusal;
        // They are still being judged: nothing failed yet that this one could be told of.
        if (again === undefined) throw new AppError('core.login-busy');
        await pause(again);
      }
    }
  }

  async #reserveOnce(attempt: LoginTry, way: Way, brought: Brought, mayAwait: boolean): Promise<Reserved> {
    const { loginNeedCode, loginCaptchaAfter, loginFailuresAllowed } = this.#limits;
    // The address comes first for all, so that two tries never wait for each other's rows.
    const address = await this.#addresses.add(networkOf(attempt.ip));
    if (way.picture && address.strained && !brought.picture) throw new NoPlace(new AppError('core.captcha-wrong', { params: { needCode: 1 } }), false);
    const known = await this.#counters.isKnown(attempt);
    const keys = this.#counters.keysOf(attempt, known || !way.everywhere);
    const queues = way.queue && address.strained && !known && !(await this.#counters.isLetIn(attempt));
    const lane = queues ? (brought.work ? 'worked' : 'idle') : undefined;
    const free = lane && (await this.#addresses.takePlace(address, lane));
    if (free) throw new NoPlace(this.#queue(free, way), false);
    const place = await this.#counters.take(keys);
    if (place.kind === 'shut') throw new NoPlace(this.#wait(place), place.judging);
    const { failures, others } = place;
    const asks = (count: number): boolean => loginNeedCode || address.strained || count >= loginCaptchaAfter;
    const picture = way.picture && asks(failures - 1);
    // Nobody is asked for a picture only because others of the same account are signing in at this moment.
    if (picture && mayAwait && others > 0 && !asks(failures - 1 - others)) throw new NoPlace(new AppError('core.login-busy'), true);
    return { keys, address, lane, picture, pictureNext: way.picture && asks(failures), last: failures >= loginFailuresAllowed };
  }

  /** In one transaction, so that rivals for the same rows are tried again. */
  async #settle({ keys, address, lane }: Reserved, result: 'right' | 'wrong' | 'not tried'): Promise<void> {
    await this.#database.transaction(async () => {
      if (result === 'wrong') return await this.#counters.stays(keys);
      await this.#addresses.giveBack(address, lane);
      await (result === 'right' ? this.#counters.clear(keys) : this.#counters.giveBack(keys));
    });
  }

  #wait({ until }: ShutPlace): AppError {
    const minutes = Math.max(1, Math.ceil((until.getTime() - this.#clock.steady().getTime()) / 60_000));
    return new AppError('core.login-wait', { code: EnvelopeCode.Refused, params: { minutes, until: fullMinute(this.#clock.shown(until)) } });
  }

  #queue(free: Date, { picture }: Way): AppError {
    const seconds = Math.max(1, Math.ceil((free.getTime() - this.#clock.steady().getTime()) / 1000));
    return new AppError('core.login-queue', {
      code: EnvelopeCode.Refused,
      params: { seconds, until: fullMinute(this.#clock.shown(free)), needCode: picture ? 1 : 0 },
    });
  }
}

/** Clock time in the hospital's zone, never before the moment itself. */
const fullMinute = (moment: Date): string => formatInstant(Math.ceil(moment.getTime() / 60_000) * 60_000);
