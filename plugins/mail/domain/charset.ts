/** Names that letters give to character sets, and what reads them. GB18030 reads all of GB2312 and GBK. */
const READERS: Readonly<Record<string, string>> = {
  ...{ gb2312: 'gb18030', gbk: 'gb18030', 'x-gbk': 'gb18030', cp936: 'gb18030', gb_2312: 'gb18030', 'hz-gb-2312': 'gb18030', gb18030: 'gb18030' },
  ...{ big5: 'big5', 'big5-hkscs': 'big5', cp950: 'big5', 'x-x-big5': 'big5' },
  ...{ utf8: 'utf-8', 'utf-8': 'utf-8', 'us-ascii': 'utf-8', ascii: 'utf-8', '': 'utf-8', 'unicode-1-1-utf-8': 'utf-8' },
};

function reader(name: string, fatal: boolean): TextDecoder | undefined {
  try {
    return new TextDecoder(name, { fatal });
  } catch {
    return undefined;
  }
}

const tryRead = (bytes: Uint8Array, name: string): string | undefined => {
  try {
    return reader(name, true)?.decode(bytes);
  } catch {
    return undefined;
  }
};

/** Bytes that a cut may have left of a character. */
const MAX_CHARACTER_BYTES = 4;

/**
 * Text of bytes. A letter may say a wrong set, or none: what cannot be read as it says is read as UTF-8, then as GB18030; what is none of them is read as it says, with
 * a sign for each byte that nobody can read. @param cut the end may be half a character
 */
export function readText(bytes: Uint8Array, charset: string, cut = false): string {
  const said = charset.trim().toLowerCase();
  const named = READERS[said] ?? said;
  const names = [...new Set([named, 'utf-8', 'gb18030'])];
  for (const name of names) {
    for (let less = 0; less <= (cut ? MAX_CHARACTER_BYTES - 1 : 0); less += 1) {
      const text = tryRead(bytes.subarray(0, bytes.length - less), name);
      if (text !== undefined) return text;
    }
  }
  return (reader(named, false) ?? new TextDecoder('utf-8')).decode(bytes);
}
