import type { OpenTransaction } from '../src/command.ts'
import type { Kind } from '../src/kind.ts'
import { kindNames, kinds } from '../src/kinds.ts'
import type { Movement } from '../src/transaction.ts'
import { alice, clara, opening } from './small-bank.ts'

/** What the bank takes for a service: a kind that only the tests have, to show what a new one needs. It is never pending. */
const fee: Kind = {
  event: 'The bank charges a fee',
  source: 'account',
  destination: 'settlement',
  firstStatus: 'success',
  waitsForUndo: false,
  waitsForRelease: false,
  mayBeTakenBack: false,
  mayBeDisputed: true,
  stopsAtBalance: false,
  statusesAfter: ['success', 'failed'],
  instructedBy: ['bank'],
  obeysFreeze: false,
  isLimited: false,
  isSpending: true,
  isIncome: false,
  isRoundedUp: false,
  staysWithCustomer: false,
  beneficiary: 'never',
  debitDetail: 'description',
  creditDetail: null,
}

/** The one line in the list of kinds. Returns what takes it out again: the test files of a worker share the list. */
export function addFee(properties: Partial<Kind> = {}): () => void {
  Object.assign(kinds, { fee: { ...fee, ...properties } })
  kindNames.push('fee' as never)
  return () => {
    delete (kinds as Partial<Record<string, unknown>>).fee
    kindNames.pop()
  }
}

/** A fee of alice's, charged by clara. */
export function charge(moved: Pick<Movement, 'id' | 'amountMinor'>): OpenTransaction {
  const facts = { from: alice.ledgerAccountId, currency: alice.currency, debitDetail: 'Card replacement' }
  return opening({ ...moved, ...facts, kind: 'fee' as never, madeBy: clara.userId }, 10_000n, { by: 'bank' })
}
