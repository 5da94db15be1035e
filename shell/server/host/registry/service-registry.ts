import { AppError, EnvelopeCode, type Privilege, type ServiceToken } from '@nephra/plugin-sdk/contract';
import type { PackageReach } from '../reach/package-reach.ts';

interface Offer {
  readonly pluginId: string;
  readonly create: () => unknown;
  /** What a plugin's manifest must name to get it. */
  readonly privilege?: Privilege;
  made?: { readonly service: unknown };
}

/** A plugin that looks for services. */
export interface ServiceSeeker {
  readonly id: string;
  readonly privileges: readonly Privilege[];
  /** Of a package from outside: whose services it may take. */
  readonly reach?: Pick<PackageReach, 'serviceRefusal'>;
}

/** What running plugins and the shell offer each other. Looked up at each use, so nobody keeps a service of a plugin that is off. */
export class ServiceRegistry {
  readonly #offers = new Map<string, Offer>();
  #changed: () => void = () => undefined;

  /** @param heard is called when there are other services than before */
  onChange(heard: () => void): void {
    this.#changed = heard;
  }

  /** Plugin that offers a service now. */
  ownerOf(id: string): string | undefined {
    return this.#offers.get(id)?.pluginId;
  }

  offer(id: string, pluginId: string, create: () => unknown, privilege?: Privilege): void {
    this.#offers.set(id, { pluginId, create, ...(privilege ? { privilege } : {}) });
    this.#changed();
  }

  withdraw(pluginId: string): void {
    for (const [id, offer] of this.#offers) if (offer.pluginId === pluginId) this.#offers.delete(id);
    this.#changed();
  }

  /**
   * Made on first use, so that plugins may need each other in any order.
   * @throws AppError `core.privilege-missing` when the seeker's manifest lacks the privilege that it takes, `core.reach-undeclared` or
   *   `core.job-undeclared` when it does not name whose service that is
   */
  find<T>(token: ServiceToken<T>, seeker: ServiceSeeker): T | undefined {
    const offer = this.#offers.get(token.id);
    if (!offer) return undefined;
    if (offer.privilege && !seeker.privileges.includes(offer.privilege)) {
      const params = { plugin: seeker.id, privilege: offer.privilege, service: token.id };
      throw new AppError('core.privilege-missing', { code: EnvelopeCode.Forbidden, params });
    }
    const refusal = seeker.reach?.serviceRefusal(token.id, offer.pluginId);
    if (refusal) throw refusal;
    offer.made ??= { service: offer.create() };
    return offer.made.service as T;
  }

  /** @throws AppError `core.service-missing`, `core.privilege-missing`, `core.reach-undeclared` */
  get<T>(token: ServiceToken<T>, seeker: ServiceSeeker): T {
    const found = this.find(token, seeker);
    if (found === undefined) throw new AppError('core.service-missing', { code: EnvelopeCode.Unavailable, params: { service: token.id } });
    return found;
  }
}
