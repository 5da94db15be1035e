import { barcodeMarkup } from '@nephra/plugin-sdk/widgets';
import type { PatientFile } from '../../contract/index.ts';

const CSS = [
  '@page{size:200mm 25mm;margin:2mm}',
  'body{margin:0;font-family:sans-serif}',
  '.band{display:flex;gap:6mm;align-items:center;height:20mm;overflow:hidden}',
  '.who{flex:1;min-width:0;overflow:hidden;font-size:12px;line-height:1.3}',
  '.who b{display:block;font-size:18px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}',
  '.code{width:70mm;text-align:center;font-size:12px}',
  '.code svg{width:70mm;height:13mm}',
].join('');

const plain = (text: string): string => text.replace(/[&<>"]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : '&quot;'));

/** A wristband: two things by which a person is known, and the out-patient number as a barcode. Neither a diagnosis nor an infection stands on it: others read it, too. */
export function wristbandPaper(
  { patientName, birthday, outpatientCode }: Pick<PatientFile, 'patientName' | 'birthday' | 'outpatientCode'>,
  title: string,
  sex: string,
): { readonly title: string; readonly html: string; readonly css: string } {
  const about = [sex, birthday ?? ''].filter((text) => text !== '').map(plain);
  const html = `<div class="band"><div class="who"><b>${plain(patientName)}</b>${about.join(' · ')}</div><div class="code">${barcodeMarkup(outpatientCode)}<div>${plain(outpatientCode)}</div></div></div>`;
  return { title, html, css: CSS };
}
