import { currencies } from '@bank/ledger/currency'
import { statuses } from '@bank/ledger/transaction-status'
import * as z from 'zod/mini'

// The shapes of answers. Amounts are decimal strings with two decimals; moments are ISO 8601 in UTC.

const moment = z.iso.datetime()
const decimal = z.string().check(z.regex(/^-?\d+\.\d{2}$/))

export const roles = ['customer', 'administrator'] as const

/** Who the session belongs to, and until when it stays open without a heartbeat. */
export const sessionView = z.object({
  user: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** What the session may work as: `customer` for an administrator whose account was deactivated, too. */
    role: z.enum(roles),
  }),
  /** When the session ends if nothing is done until then. */
  idleEndsAt: moment,
  /** Until when administrator's work is open; null when the passcode has not been entered. */
  elevatedUntil: z.nullable(moment),
  /** Which secrets staff typed and the user must replace before anything else; null when the user chose both. */
  temporarySecrets: z.nullable(z.object({ password: z.boolean(), pin: z.boolean() })),
})

/** The bank account a customer sees. */
export const accountView = z.object({
  number: z.string(),
  type: z.string(),
  currency: z.enum(currencies),
  isActive: z.boolean(),
  balance: decimal,
  /** Sent and not yet arrived: no longer part of the balance. */
  inTransit: decimal,
  openedAt: moment,
  /** When it was last activated; null until it is for the first time. */
  activatedAt: z.nullable(moment),
})

/** A customer's own profile and account. */
export const meView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  phone: z.string(),
  dob: z.nullable(z.string()),
  gender: z.string(),
  employmentStatus: z.string(),
  country: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  avatar: z.nullable(z.string()),
  account: accountView,
  /** The most one transfer may move, as a decimal string. */
  transferLimit: decimal,
})

export const beneficiaryView = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  swiftCode: z.string(),
  routingNumber: z.string(),
})

/** One row of the history, as the side that asks for it sees it. */
export const transactionView = z.object({
  id: z.uuid(),
  type: z.enum(['debit', 'credit']),
  amount: decimal,
  currency: z.enum(currencies),
  description: z.string(),
  status: z.enum(statuses),
  createdAt: moment,
  /** Whom a transfer of one's own went to; null on what was received. */
  beneficiary: z.nullable(beneficiaryView),
})

/** Facts of a transfer that never change, so that a repeat gets the same answer for ever. */
export const transferReceipt = z.object({
  id: z.uuid(),
  amount: decimal,
  currency: z.enum(currencies),
  description: z.string(),
  beneficiary: beneficiaryView,
  /** The status it was made with: `success` inside the bank, else `pending`. */
  firstStatus: z.enum(statuses),
  createdAt: moment,
})

/** A page of the history, newest first. */
export const transactionPage = z.object({
  transactions: z.array(transactionView),
  /** The number of the first row, counted from 1 over all pages (the S/N column). */
  firstRow: z.number(),
  /** Exact up to 1,000; null beyond. */
  total: z.nullable(z.number()),
  nextCursor: z.nullable(z.string()),
})

export const countryView = z.object({
  name: z.string(),
  isoCode: z.string(),
  flag: z.string(),
  phonecode: z.string(),
  currency: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  timezones: z.array(
    z.object({
      zoneName: z.string(),
      gmtOffset: z.number(),
      gmtOffsetName: z.string(),
      abbreviation: z.string(),
      tzName: z.string(),
    }),
  ),
})

export const demoPeopleView = z.object({
  people: z.array(
    z.object({ name: z.string(), email: z.string(), password: z.string(), role: z.enum(roles) }),
  ),
})

export type SessionView = z.output<typeof sessionView>
export type AccountView = z.output<typeof accountView>
export type MeView = z.output<typeof meView>
export type BeneficiaryView = z.output<typeof beneficiaryView>
export type TransactionView = z.output<typeof transactionView>
export type TransferReceipt = z.output<typeof transferReceipt>
export type TransactionPage = z.output<typeof transactionPage>
export type DemoPeopleView = z.output<typeof demoPeopleView>
