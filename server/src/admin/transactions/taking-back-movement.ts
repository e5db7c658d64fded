import type { BooksRefusal } from '@bank/ledger/command'
import { int64Max } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { Account } from '../../accounts/account.ts'
import type { Control } from '../../books/rows/approvals.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import { Refusal } from '../../refusal.ts'

/** What is taken back of a funding, from the account that was funded. */
type TakingBack = {
  readonly id: string
  readonly fundingId: string
  readonly account: Account
  readonly amountMinor: bigint
  readonly reason: string
  readonly madeBy: string
}

/** Books a taking back, or throws the refusal. Call it inside `whileAdministrator`, or while its approval is locked. */
export function bookTakingBack(
  call: Parameters<typeof submitMovement>[0],
  { id, fundingId, account, amountMinor, reason, madeBy }: TakingBack,
  control: Control,
): Promise<Transaction> {
  const { id: from, userId, currency, isMain, number } = account
  return submitMovement(
    call,
    { kind: 'taking_back', id, from, currency, amountMinor, creditDetail: fundingId, madeBy },
    {
      limitMinor: int64Max,
      authority: { by: 'bank' },
      audit: {
        action: 'funding_taken_back',
        target: userId,
        ...(!isMain && { accountNumber: number }),
        reason,
        ...control,
      },
      refuse: refusalOfTakingBack,
    },
  )
}

function refusalOfTakingBack(refusal: BooksRefusal): Refusal | undefined {
  if (refusal.code === 'status_changed') return new Refusal('funding_not_arrived', { status: refusal.status })
  return refusal.code === 'limit_exceeded' ? new Refusal('amount_too_large') : undefined
}
