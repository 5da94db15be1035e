import { describe, expect, it } from 'vitest';
import { type SizeUnit, UNIT_BYTES, uploadFlaw, type UploadRule } from './upload-rule.ts';
import { validationText } from '../checks/validation.ts';

const said = (file: { name?: string; type?: string; size?: number }, rule: UploadRule) => {
  const flaw = uploadFlaw({ name: 'a.bin', type: '', size: 1, ...file }, rule);
  return flaw && validationText(flaw, 'zh');
};

describe('[5-15] a file that is to be uploaded', () => {
  it.each<[size: number, unit: SizeUnit, bytes: number]>([
    [5, 'KB', 5_120],
    [5, 'MB', 5_242_880],
    [2, 'GB', 2_147_483_648],
  ])('[5-16] [9-02] is smaller than %i %s', (limit, unit, bytes) => {
    expect(UNIT_BYTES).toEqual({ KB: 1024, MB: 1_048_576, GB: 1_073_741_824 });
    const rule = { limit, unit };
    expect([said({ size: bytes - 1 }, rule), said({ size: bytes }, rule)]).toEqual([undefined, `文件大小超过${limit}${unit}`]);
  });

  it('[5-16] [9-02] unless said otherwise is smaller than 5 MB; pictures have a sentence of their own', () => {
    expect([said({ size: 5_242_879 }, {}), said({ size: 5_242_880 }, {})]).toEqual([undefined, '文件大小超过5MB']);
    expect(said({ type: 'image/png', size: 5_242_880 }, { accept: 'image/*' })).toBe('图片大小超过5MB');
  });

  it.each([
    ['.xls,.xlsx', 'users.XLSX', true],
    ['.xls,.xlsx', 'users.xls', true],
    ['.xls,.xlsx', 'users.xlsx.exe', false],
    ['.doc,.docx', 'letter.docx', true],
    ['.doc,.docx', 'letter.pdf', false],
    ['.pdf', 'report.pdf', true],
    ['.txt', 'notes.txt', true],
    ['.txt', 'txt', false],
  ])('[5-17] %s goes by the extension: %s %s', (accept, name, fits) => {
    expect(said({ name, type: 'application/x-anything' }, { accept })).toBe(fits ? undefined : `请选择${accept}类型的文件`);
  });

  it('[5-17] other kinds go by the mime type, pictures with a sentence of their own', () => {
    expect(said({ type: 'video/mp4' }, { accept: 'video/*' })).toBeUndefined();
    expect(said({ type: 'videos/mp4' }, { accept: 'video/*' })).toBe('请选择video/*类型的文件');
    expect(said({ type: 'audio/mpeg' }, { accept: 'audio/mpeg' })).toBeUndefined();
    expect(said({ name: 'a.png', type: 'application/pdf' }, { accept: 'image/*' })).toBe('请上传图片');
    expect(said({ type: 'image/png' }, { accept: 'image/*' })).toBeUndefined();
  });
});
