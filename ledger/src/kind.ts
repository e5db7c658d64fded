import type { Authorisation } from './authorisation.ts'
import { type FirstStatus, type Status, statuses } from './transaction-status.ts'

/** What all transactions of one kind have in common. Each kind is one file in `kinds/` and one line in `kinds.ts`. */
export type Kind = {
  /** What happens, in the words of docs/money-movements.md. */
  readonly event: string
  /** Where the money comes from and where it goes: a customer's account, a pot, or one of the bank's own. */
  readonly source: Place
  readonly destination: Place
  readonly firstStatus: FirstStatus
  /** Whether it begins pending where its sender has an undo time, and gets its first status when that is over. */
  readonly waitsForUndo: boolean
  /** Whether it is released some time after its booking, also where its sender has no undo time. */
  readonly waitsForRelease: boolean
  /** Whether its sender may take it back until it is released. */
  readonly mayBeTakenBack: boolean
  /** Whether its sender may dispute it. */
  readonly mayBeDisputed: boolean
  /** Whether it moves no more than there is: its amount is then the most. */
  readonly stopsAtBalance: boolean
  /** The statuses that an administrator may set afterwards. */
  readonly statusesAfter: readonly Status[]
  /** By what right it may be instructed. */
  readonly instructedBy: readonly Authorisation['by'][]
  /** Whether a customer who stopped their payments stops it, too. */
  readonly obeysFreeze: boolean
  /** Whether the customer's guards and the bank's limit for new beneficiaries count it. */
  readonly isLimited: boolean
  /** Whether it is spending of the customer on its source, and income of the one on its destination. */
  readonly isSpending: boolean
  readonly isIncome: boolean
  /** Whether it is rounded up into a pot that the customer chose. */
  readonly isRoundedUp: boolean
  /** Whether both sides belong to the customer who instructs it. */
  readonly staysWithCustomer: boolean
  /** Its facts beside the route and the amount: whether it names a beneficiary, and what each side is told. */
  readonly beneficiary: 'always' | 'sometimes' | 'never'
  readonly debitDetail: Detail | null
  readonly creditDetail: Detail | null
}

/** What the kinds have in common by which a customer moves money that stays their own. */
export const ownMovement = {
  firstStatus: 'success',
  waitsForUndo: false,
  waitsForRelease: false,
  mayBeTakenBack: false,
  mayBeDisputed: false,
  stopsAtBalance: false,
  statusesAfter: statuses,
  obeysFreeze: true,
  isLimited: false,
  isSpending: false,
  isIncome: false,
  isRoundedUp: false,
  staysWithCustomer: true,
} as const satisfies Partial<Kind>

/** What the kinds have in common by which a customer sends money to another person. */
export const sentTransfer = {
  source: 'account',
  mayBeTakenBack: true,
  mayBeDisputed: true,
  stopsAtBalance: false,
  statusesAfter: statuses,
  instructedBy: ['pin', 'schedule', 'approval'],
  obeysFreeze: true,
  isLimited: true,
  isSpending: true,
  isRoundedUp: true,
  staysWithCustomer: false,
} as const satisfies Partial<Kind>

/** What the kinds have in common by which staff move the bank's money to a customer, or back. */
export const byBank = {
  firstStatus: 'success',
  waitsForUndo: false,
  waitsForRelease: false,
  mayBeTakenBack: false,
  mayBeDisputed: false,
  stopsAtBalance: false,
  statusesAfter: ['success'],
  instructedBy: ['bank'],
  obeysFreeze: false,
  isLimited: false,
  isSpending: false,
  isIncome: false,
  isRoundedUp: false,
  staysWithCustomer: false,
  beneficiary: 'never',
  debitDetail: null,
  creditDetail: null,
} as const satisfies Partial<Kind>

export type Place = 'account' | 'pot' | BankPlace

/** The bank's own ledger accounts: its money at other banks, and what it credits for disputed payments. */
export type BankPlace = 'settlement' | 'disputes'

/**
 * What one side of a transaction is told beside the beneficiary, as data: the payer's name, the number of the customer's other
 * account, the name of a pot, what the sender wrote, or the id of the funding or the provisional credit that is taken back. Screens, mails, files and the API
 * make words of it.
 */
export type Detail = 'payer' | 'account' | 'pot' | 'description' | 'funding' | 'provisional_credit'
