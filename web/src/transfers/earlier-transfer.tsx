import { Link } from 'react-router'
import { useAccountQuery, useLinkTo } from '../api/chosen-account.ts'
import { isProblem } from '../api/problem.ts'
import { transactionQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/**
 * For a form that was reloaded while the outcome of a transfer was uncertain: says so if the bank has that transfer. The same
 * transfer sent again only shows its receipt; `onStartNew` is for another one.
 */
export function EarlierTransfer({ id, onStartNew }: { id: string; onStartNew: () => void }) {
  const linkTo = useLinkTo()
  const { data } = useAccountQuery((account) => ({
    ...transactionQuery(id, account),
    // That the bank does not know it is the usual answer, and final.
    retry: (failures, error) => failures < 3 && !isProblem(error),
  }))
  if (!data) return null
  return (
    <Notice tone="success">
      <p>
        Your last transfer has reached the bank: <Amount value={data.amount} currency={data.currency} />
        {data.beneficiary && ` to ${data.beneficiary.accountName}`}. Sending the same transfer again does not
        pay twice.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to={linkTo('transfer', { step: 'receipt', tx: id })} className="link-alone">
          See its receipt
        </Link>
        <Button look="secondary" onClick={onStartNew}>
          Start a new transfer
        </Button>
      </p>
    </Notice>
  )
}
