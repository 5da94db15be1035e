export { ward, type WardRow, wardContract } from './ward.record.ts';
