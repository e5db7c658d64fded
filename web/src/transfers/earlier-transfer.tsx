import { formatMoney } from '@bank/contract/format-money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isProblem } from '../api/problem.ts'
import { transactionQuery } from '../transactions/transactions.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * For a form that was reloaded while a transfer was on its way: says so if that transfer has arrived at the bank. Sent
 * again it only shows its receipt; `onStartAnew` is for another one.
 */
export function EarlierTransfer({ id, onStartAnew }: { id: string; onStartAnew: () => void }) {
  const { data } = useQuery({
    ...transactionQuery(id),
    // The bank not knowing it is the usual answer.
    retry: (failures, error) => failures < 3 && !isProblem(error),
  })
  if (!data) return null
  return (
    <Notice tone="success">
      <p>
        Your last transfer has reached the bank: {formatMoney(data.amount, data.currency)}
        {data.beneficiary && ` to ${data.beneficiary.accountName}`}. Sending the same again does not pay
        twice.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to={`/transfer?step=receipt&tx=${id}`} className="link-alone">
          See its receipt
        </Link>
        <Button look="secondary" onClick={onStartAnew}>
          Start a new transfer
        </Button>
      </p>
    </Notice>
  )
}
