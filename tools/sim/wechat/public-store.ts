import type { SimAnswer } from './work-account.ts';

export interface SimUpload {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}
interface Kept extends SimUpload {
  readonly id: string;
  readonly type: string;
  readonly at: number;
}
export interface SimArticle {
  readonly title: string;
  readonly content: string;
  readonly thumb_media_id: string;
}

const said = (errcode: number): SimAnswer => ({ errcode, errmsg: errcode === 0 ? 'ok' : 'SIM error' });
const told = (more: object): SimAnswer => more as SimAnswer;
const MIB = 1_048_576;
const LIMITS: Readonly<Record<string, { readonly bytes: number; readonly most: number; readonly types: readonly string[] }>> = {
  image: { bytes: 10 * MIB, most: 100_000, types: ['image/png', 'image/jpeg', 'image/gif', 'image/bmp'] },
  voice: { bytes: 2 * MIB, most: 1_000, types: ['audio/mpeg', 'audio/wav', 'audio/amr', 'audio/x-wav'] },
  video: { bytes: 10 * MIB, most: 1_000, types: ['video/mp4'] },
};

/** Materials and the box of drafts. */
export class PublicStore {
  readonly materials: Kept[] = [];
  readonly drafts = new Map<string, SimArticle>();
  #count = 0;
  readonly #now: () => number;
  constructor(now: () => number) {
    this.#now = now;
  }

  call(path: string, query: URLSearchParams, body: Readonly<Record<string, unknown>>, upload?: SimUpload): SimAnswer | Buffer | undefined {
    const mediaId = String(body.media_id ?? '');
    switch (path) {
      case '/cgi-bin/material/add_material':
        return this.#add(query.get('type') ?? '', upload);
      case '/cgi-bin/material/batchget_material': {
        const all = this.materials.filter(({ type }) => type === body.type).reverse();
        const some = all.slice(Number(body.offset), Number(body.offset) + Math.min(20, Number(body.count)));
        return told({
          ...{ total_count: all.length, item_count: some.length },
          item: some.map(({ id, fileName, at }) => ({ media_id: id, name: fileName, update_time: Math.floor(at / 1_000), url: `http://mmbiz.SIM/${id}` })),
        });
      }
      case '/cgi-bin/material/get_materialcount':
        return told(
          Object.fromEntries(['voice', 'video', 'image', 'news'].map((type) => [`${type}_count`, this.materials.filter((one) => one.type === type).length])),
        );
      case '/cgi-bin/material/get_material': {
        const found = this.materials.find(({ id }) => id === mediaId);
        return found ? found.content : said(40007);
      }
      case '/cgi-bin/material/del_material': {
        const at = this.materials.findIndex(({ id }) => id === mediaId);
        if (at === -1) return said(40007);
        this.materials.splice(at, 1);
        return said(0);
      }
      case '/cgi-bin/draft/add': {
        const [article] = Array.isArray(body.articles) ? (body.articles as readonly SimArticle[]) : [];
        const flaw = this.#flawOf(article);
        if (flaw || !article) return said(flaw ?? 40035);
        this.#count += 1;
        const id = `SIM-draft-${this.#count}`;
        this.drafts.set(id, article);
        return told({ media_id: id });
      }
      case '/cgi-bin/draft/update': {
        const article = body.articles as SimArticle;
        if (!this.drafts.has(mediaId)) return said(40007);
        const flaw = this.#flawOf(article);
        if (flaw) return said(flaw);
        this.drafts.set(mediaId, article);
        return said(0);
      }
      default:
        return undefined;
    }
  }

  #add(type: string, upload: SimUpload | undefined): SimAnswer {
    const limit = LIMITS[type];
    if (!limit) return said(40004);
    if (!upload || upload.content.length === 0) return said(44001);
    if (!limit.types.includes(upload.contentType)) return said(40005);
    if (upload.content.length > limit.bytes) return said(40006);
    if (this.materials.filter((one) => one.type === type).length >= limit.most) return said(45028);
    this.#count += 1;
    const id = `SIM-media-${this.#count}`;
    this.materials.push({ ...upload, id, type, at: this.#now() });
    return told({ media_id: id, url: `http://mmbiz.SIM/${id}` });
  }

  #flawOf(article: SimArticle | undefined): number | undefined {
    if (!article || article.title === '' || [...article.title].length > 64) return 45003;
    if (article.content.length > 20_000) return 45002;
    return this.materials.some(({ id, type }) => id === article.thumb_media_id && type === 'image') ? undefined : 40007;
  }
}
