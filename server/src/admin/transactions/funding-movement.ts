import { formatMoney } from '@bank/contract/format-money'
import { formatMinor } from '@bank/ledger/money'
import type { Transaction } from '@bank/ledger/transaction'
import type { Account } from '../../accounts/account.ts'
import type { Control } from '../../books/rows/approvals.ts'
import { submitMovement } from '../../movements/submitted-movement.ts'
import { Refusal } from '../../refusal.ts'

/** A funding of an account of a customer from the bank's settlement account. */
type Funding = {
  readonly id: string
  readonly account: Account
  readonly amountMinor: bigint
  readonly reason: string
  readonly reference: string | undefined
  readonly madeBy: string
}

/** Books a funding up to the limit, or throws the refusal. Call it inside `whileAdministrator`, or while its approval is locked. */
export function bookFunding(
  call: Parameters<typeof submitMovement>[0],
  { id, account, amountMinor, reason, reference, madeBy }: Funding,
  control: Control,
): Promise<Transaction> {
  const { id: to, userId, currency, isMain, number } = account
  const { fundingLimitMinor: limitMinor } = call.bank.config
  return submitMovement(
    call,
    { kind: 'funding', id, to, currency, amountMinor, madeBy },
    {
      limitMinor,
      authority: { by: 'bank' },
      audit: {
        action: 'account_funded',
        target: userId,
        ...(!isMain && { accountNumber: number }),
        reason,
        reference,
        ...control,
      },
      refuse: ({ code }) => {
        if (code !== 'limit_exceeded') return undefined
        const limit = formatMoney(formatMinor(limitMinor), currency)
        return new Refusal('funding_limit_exceeded', { limit })
      },
    },
  )
}
