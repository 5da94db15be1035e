import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { feePartFigures, settleSheet } from '../../charging/contract/index.ts';

/** One fee category of the national list (med_chrgitm_type) with its four parts. Yuan. */
export const gxCategory = Type.Object({ category: Type.String(), amount: Type.Number(), ...feePartFigures });

/** Settlement sheet in the form of Guangxi. */
export const gxSheet = Type.Intersect([settleSheet, Type.Object({ psn_no: Type.String(), categories: Type.Array(gxCategory) })]);
export type GxSheet = Static<typeof gxSheet>;
