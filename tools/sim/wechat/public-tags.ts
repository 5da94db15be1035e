import type { SimAnswer } from './work-account.ts';

const MAX_TAGS = 100;
const MAX_NAME_BYTES = 30;
const MAX_AT_ONCE = 50;
const MAX_OF_PERSON = 20;
const said = (errcode: number, errmsg = errcode === 0 ? 'ok' : 'SIM error'): SimAnswer => ({ errcode, errmsg });
const told = (more: object): SimAnswer => more as SimAnswer;

/** Tags of followers. Number 2 is the service's own. */
export class PublicTags {
  readonly #names = new Map<number, string>([[2, '星标组']]);
  readonly #people = new Map<string, Set<number>>();
  #next = 100;

  of(openid: string): readonly number[] {
    return [...(this.#people.get(openid) ?? [])];
  }

  call(path: string, body: Readonly<Record<string, unknown>>, isFollower: (openid: string) => boolean): SimAnswer | undefined {
    const { id, name } = (body.tag ?? {}) as { readonly id?: number; readonly name?: string };
    switch (path) {
      case '/cgi-bin/tags/get':
        return told({ tags: [...this.#names].map(([one, called]) => ({ id: one, name: called, count: this.#countOf(one) })) });
      case '/cgi-bin/tags/create': {
        const flaw = this.#flawOf(name);
        if (flaw) return flaw;
        if (this.#names.size >= MAX_TAGS) return said(45056);
        const made = this.#next;
        this.#next += 1;
        this.#names.set(made, name ?? '');
        return told({ tag: { id: made, name } });
      }
      case '/cgi-bin/tags/update':
        if (id === undefined || !this.#names.has(id)) return said(45159);
        if (id < 100) return said(45058);
        if (this.#names.get(id) === name) return said(0);
        return this.#flawOf(name) ?? this.#rename(id, name ?? '');
      case '/cgi-bin/tags/delete':
        if (id === undefined || !this.#names.has(id)) return said(45159);
        if (id < 100) return said(45058);
        this.#names.delete(id);
        for (const tags of this.#people.values()) tags.delete(id);
        return said(0);
      case '/cgi-bin/tags/members/batchtagging':
      case '/cgi-bin/tags/members/batchuntagging':
        return this.#mark(path.endsWith('batchtagging') && !path.endsWith('batchuntagging'), body, isFollower);
      default:
        return undefined;
    }
  }

  #rename(id: number, name: string): SimAnswer {
    this.#names.set(id, name);
    return said(0);
  }

  #mark(on: boolean, body: Readonly<Record<string, unknown>>, isFollower: (openid: string) => boolean): SimAnswer {
    const [people, id] = [Array.isArray(body.openid_list) ? (body.openid_list as readonly string[]) : [], Number(body.tagid)];
    if (!this.#names.has(id)) return said(45159);
    if (people.length === 0 || people.length > MAX_AT_ONCE) return said(40032);
    if (people.some((one) => !isFollower(one))) return said(40003);
    for (const one of people) {
      const tags = this.#people.get(one) ?? new Set<number>();
      if (on && tags.size >= MAX_OF_PERSON) return said(45059);
      if (on) tags.add(id);
      else tags.delete(id);
      this.#people.set(one, tags);
    }
    return said(0);
  }

  #flawOf(name: string | undefined): SimAnswer | undefined {
    if (name === undefined || Buffer.byteLength(name) === 0 || Buffer.byteLength(name) > MAX_NAME_BYTES) return said(45158);
    return [...this.#names.values()].includes(name) ? said(45157) : undefined;
  }

  #countOf(id: number): number {
    return [...this.#people.values()].filter((tags) => tags.has(id)).length;
  }
}
