export { boardContract, type Notice } from './board.contract.ts';
