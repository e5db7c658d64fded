import type { Entry } from '@bank/ledger/posting'
import { copyInto } from '../../postgres/copy-statement.ts'
import { milliseconds } from '../../postgres/milliseconds.ts'

/** The columns of `entries` as an `Entry`. */
export const entryColumns = `
  ledger_account_id as "ledgerAccountId", seq, amount_minor as "amountMinor", balance_minor as "balanceMinor",
  posting_id as "postingId", (${milliseconds('booked_at')})::float8 as "bookedAt"`

export const copyEntries = copyInto<Entry>('entries', {
  ledger_account_id: { type: 'bigint', of: ({ ledgerAccountId }) => ledgerAccountId },
  seq: { type: 'bigint', of: ({ seq }) => seq },
  amount_minor: { type: 'bigint', of: ({ amountMinor }) => amountMinor },
  balance_minor: { type: 'bigint', of: ({ balanceMinor }) => balanceMinor },
  posting_id: { type: 'uuid', of: ({ postingId }) => postingId },
  booked_at: { type: 'timestamptz', of: ({ bookedAt }) => bookedAt },
})
