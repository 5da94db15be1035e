/** What is left of a letter's HTML before it is made harmless, and how many pictures lie elsewhere. */
export interface LetterHtml {
  readonly html: string;
  readonly remote: number;
}

/** Elements that load, act or lay themselves over the page; a letter is read without them. */
const GONE =
  'script,style,link,meta,base,title,svg,math,video,audio,source,track,picture>source,iframe,frame,object,embed,applet,form>button,input,select,textarea,button,template,noscript,canvas,portal';
/** Attributes through which something is loaded or done. */
const LOADING = new Set([
  'srcset',
  'background',
  'poster',
  'ping',
  'lowsrc',
  'dynsrc',
  'data',
  'action',
  'formaction',
  'longdesc',
  'usemap',
  'profile',
  'cite',
]);
const WEB = /^https?:\/\//i;

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};

/** Without the pointed brackets and codes that addresses of pictures have. */
function contentIdOf(address: string): string {
  const written = address.slice('cid:'.length);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function showPicture(image: HTMLImageElement, pictures: Readonly<Record<string, string>>, linkText: ((host: string) => string) | undefined): boolean {
  const address = (image.getAttribute('src') ?? '').trim();
  const text = image.ownerDocument.createTextNode(image.getAttribute('alt') ?? '');
  if (/^cid:/i.test(address)) {
    const own = pictures[contentIdOf(address)];
    if (own === undefined) image.replaceWith(text);
    else image.setAttribute('src', own);
    return false;
  }
  if (/^data:image\/(?:png|jpeg|gif|webp|bmp);base64,/i.test(address)) return false;
  if (!WEB.test(address)) {
    image.replaceWith(text);
    return false;
  }
  if (linkText === undefined) {
    image.replaceWith(text);
    return true;
  }
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', address);
  link.textContent = linkText(hostOf(address));
  image.replaceWith(link);
  return true;
}

/**
 * A letter's HTML with its own pictures and none from elsewhere: nothing is loaded by reading it, whether the reader's page forbids it or not. `SafeHtml` shows the
 * result and makes it harmless once more. @param linkText where the reader asked for them: pictures from elsewhere become links by this name of their host
 */
export function letterHtml(html: string, pictures: Readonly<Record<string, string>>, linkText?: (host: string) => string): LetterHtml {
  // A document of its own that belongs to no window: it runs nothing and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(GONE)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (
        LOADING.has(name.toLowerCase()) ||
        (name.toLowerCase() === 'style' && /url\s*\(|image-set|@import|expression/i.test(value.replace(/\\|\/\*.*?\*\//g, '')))
      )
        element.removeAttribute(name);
    }
  }
  let remote = 0;
  for (const image of page.querySelectorAll('img')) if (showPicture(image, pictures, linkText)) remote += 1;
  return { html: new XMLSerializer().serializeToString(page.body), remote };
}
