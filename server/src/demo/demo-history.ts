import type { Beneficiary } from '@bank/ledger/transaction'
import type { Status } from '@bank/ledger/transaction-status'

/** One transaction of Alice's account. */
export type DemoMovement = {
  readonly daysAgo: number
  /** Minutes after midnight. */
  readonly at: number
  readonly amountMinor: bigint
  /** Her second account, or null when the bank funded this one. */
  readonly to: Beneficiary | 'savings' | null
  /** What Alice wrote for the payee; absent on most. */
  readonly reference?: string | undefined
  /** The status that an administrator set later, and after how many hours; absent while it is pending. */
  readonly settled?: { readonly status: Exclude<Status, 'pending'>; readonly hoursLater: number } | undefined
}

export const landlord = beneficiary('Harbor Street Lettings', '4471902265', 'Riverbank Savings', '125009410')
const power = beneficiary('Cascade Light and Power', '8830014719', 'Two Rivers Bank', '123004721')
const phone = beneficiary('Northline Telephone', '6602188034', 'Two Rivers Bank', '123004721')
const school = beneficiary('Kiln and Clay Studio', '3319047782', 'Riverbank Savings', '125009410')
const brother = beneficiary('Daniel Moreno', '5524410983', 'Two Rivers Bank', '123004721')
const market = beneficiary('Alder Street Market', '7180335206', 'Riverbank Savings', '125009410')

/** Three months on Alice's account: salary, bills, savings, a gift, and two failed transfers. What is scheduled comes in addition. */
export const demoMovements: readonly DemoMovement[] = [
  { daysAgo: 91, at: 610, amountMinor: 420_000n, to: null },
  ...month(62, 0n),
  ...month(32, 215n),
  ...month(2, -340n),
  {
    daysAgo: 47,
    at: 1_121,
    amountMinor: 25_000n,
    to: brother,
    settled: { status: 'failed', hoursLater: 20 },
  },
  { daysAgo: 45, at: 545, amountMinor: 25_000n, to: brother, settled: { status: 'success', hoursLater: 5 } },
  { daysAgo: 9, at: 1_210, amountMinor: 18_500n, to: school, settled: { status: 'failed', hoursLater: 16 } },
  { daysAgo: 2, at: 1_005, amountMinor: 7_460n, to: market },
  { daysAgo: 1, at: 702, amountMinor: 12_000n, to: brother, reference: 'Concert tickets' },
  { daysAgo: 83, at: 630, amountMinor: 80_000n, to: 'savings' },
  { daysAgo: 26, at: 595, amountMinor: 40_000n, to: 'savings' },
]

/** A month that ends `daysAgo`. `drift`, in minor units, varies its bills. */
function month(daysAgo: number, drift: bigint): DemoMovement[] {
  const paid = (
    days: number,
    at: number,
    amountMinor: bigint,
    to: Beneficiary,
    reference?: string,
  ): DemoMovement => ({
    daysAgo: daysAgo + days,
    at,
    amountMinor,
    to,
    reference,
    settled: { status: 'success', hoursLater: 3 + (at % 7) },
  })
  return [
    { daysAgo: daysAgo + 28, at: 485, amountMinor: 318_500n, to: null },
    paid(24, 1_093, 6_840n + drift, market),
    paid(21, 640, 7_312n + drift, power, 'Customer 4471-0926'),
    paid(18, 1_150, 5_275n - drift, market),
    paid(14, 491, 2_499n, phone),
    paid(11, 1_068, 8_130n + drift, market),
    paid(7, 905, 11_500n, school),
    paid(4, 1_131, 4_655n - drift, market),
  ]
}

function beneficiary(
  accountName: string,
  accountNumber: string,
  bankName: string,
  routingNumber: string,
): Beneficiary {
  const swiftCode = bankName.startsWith('River') ? 'RVBKUS66' : 'TWRVUS66'
  return { accountName, accountNumber, bankName, bankAddress: 'Portland, Oregon', swiftCode, routingNumber }
}
