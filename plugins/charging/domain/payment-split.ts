/** The desks of other plugins take money by the same rule, so it stands in the contract. */
export { changeOf, outstanding, type PaymentEntry, type PayWayRule, REFERENCE_MAX, type SettledPayment, splitPayments } from '../contract/payment-split.ts';
