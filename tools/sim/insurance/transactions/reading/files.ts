import { catalogueText } from '../../catalogue/catalogue-files.ts';
import { wireTime } from '../../clock.ts';
import { needed, nodeOf } from '../../nodes.ts';
import { Refusal } from '../../refusal.ts';
import { unzipFirst, zipOf } from '../../zip/zip.ts';
import { type Call, type Transaction, writing } from '../transaction.ts';

const KEPT_MS = 7 * 86_400_000;

/** Keeps a TXT under a new number. */
export function keepFile(call: Call, name: string, content: Buffer) {
  const number = `${call.region.area}F${String(call.draft.next('file')).padStart(12, '0')}`;
  call.draft.put('upload', number, { name, facility: call.envelope.fixmedins_code, base64: content.toString('base64') });
  return { file_qury_no: number, filename: name, dld_endtime: wireTime(new Date(call.now.getTime() + KEPT_MS)) };
}

/** 9101: a zipped TXT; the answer has no node. */
export const upload = writing((call) => {
  const node = nodeOf(call.input, 'fsUploadIn');
  const name = needed(node, 'filename');
  if (needed(node, 'fixmedins_code') !== call.envelope.fixmedins_code) throw new Refusal('fixmedins_code与报文不符');
  const text = call.file === undefined ? undefined : unzipFirst(call.file);
  if (!text) throw new Refusal('上传文件不是有效的zip压缩文件');
  return { ...keepFile(call, name, text.content), fixmedins_code: call.envelope.fixmedins_code };
});

function requestedText(call: Call) {
  const node = nodeOf(call.input, 'fsDownloadIn');
  const number = needed(node, 'file_qury_no');
  const facility = needed(node, 'fixmedins_code');
  needed(node, 'filename');
  const catalogue = facility === 'plc' ? catalogueText(number, call.facts) : undefined;
  if (catalogue) return catalogue;
  const stored = call.draft.get('upload', number);
  if (!stored || stored.facility !== facility || facility !== call.envelope.fixmedins_code) throw new Refusal('文件不存在或已过期');
  return { name: stored.name.replace(/\.zip$/, '.txt'), content: Buffer.from(stored.base64, 'base64') };
}

/** 9102: the zip itself, not an answer. */
export const download: Transaction = {
  reads: true,
  run: () => null,
  file(call) {
    const { name, content } = requestedText(call);
    return { name: name.replace(/\.txt$/, '.zip'), content: zipOf(name, content) };
  },
};
