import { defineContract, get, pageOf, pageQuery, post, Type } from '@nephra/plugin-sdk/contract';
import { MAX_PRICE_REASON } from './catalogue-price.schema.ts';
import { day } from './catalogue-entry.schema.ts';
import { priceProposal, proposalState } from './catalogue-proposal.schema.ts';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const reason = Type.String({ minLength: 1, maxLength: MAX_PRICE_REASON, pattern: '\\S' });

/** Large changes of prices of the signed-in facility, which wait for a second person (setting `priceChangeLimit`). */
export const catalogueProposalContract = defineContract('catalogue-proposal', {
  list: get('/api/his/catalogue/proposal', {
    summary: 'Large changes of prices: those that wait oldest first, else the newest first',
    need: 'perm:his.catalogue',
    audit: 'none',
    query: Type.Object({ ...pageQuery, state: Type.Optional(proposalState) }),
    reply: pageOf(priceProposal),
  }),
  one: get('/api/his/catalogue/proposal/{id}', {
    summary: 'One large change with all its entries',
    need: 'perm:his.catalogue',
    audit: 'none',
    params,
    reply: priceProposal,
  }),
  confirm: post('/api/his/catalogue/proposal/{id}/Actions/Confirm', {
    summary: 'Put a large change in force; never by the person who asked for it',
    need: 'perm:his.catalogue:btn_price_confirm',
    audit: 'money',
    retry: 'idempotent-key',
    params,
    /** `countsFrom` as the page showed it. */
    body: Type.Object({ validFrom: day }),
    reply: priceProposal,
  }),
  refuse: post('/api/his/catalogue/proposal/{id}/Actions/Refuse', {
    summary: 'Refuse a large change',
    need: 'perm:his.catalogue:btn_price_confirm',
    audit: 'money',
    retry: 'idempotent-key',
    params,
    body: Type.Object({ reason }),
    reply: priceProposal,
  }),
  retract: post('/api/his/catalogue/proposal/{id}/Actions/Retract', {
    summary: 'Take back a large change that one asked for oneself',
    need: { anyOf: ['perm:his.catalogue:btn_price', 'perm:his.catalogue:btn_adjust'] },
    audit: 'money',
    retry: 'idempotent-key',
    params,
    body: Type.Object({ reason }),
    reply: priceProposal,
  }),
});
