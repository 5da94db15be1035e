export {
  type NationalEnvelope as Envelope,
  type GatewayRefusal,
  MONEY_TRANSACTIONS,
  type NationalAnswer,
  READING_TRANSACTIONS,
} from '@nephra/plugin-sdk/contract';
