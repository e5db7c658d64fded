import { Link } from 'react-router'
import { AccountNumber } from '../accounts/account-number.tsx'
import { useLinkTo } from '../api/chosen-account.ts'
import { Avatar } from '../ui/avatar.tsx'
import type { Payee } from './payees.ts'

/** The chosen payee in place of the fields it fills in, with a way back to the choice. */
export function PayeeSummary({ payee: { name, to } }: { payee: Payee }) {
  const linkTo = useLinkTo()
  return (
    <div className="flex items-start gap-3 rounded-card border p-4">
      <Avatar name={name} />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="text-caption text-muted-foreground">To</p>
        <p className="text-label">
          <bdi>{name}</bdi>
        </p>
        <p className="text-table text-muted-foreground wrap-anywhere">
          {name !== to.accountName && (
            <>
              <bdi>{to.accountName}</bdi>,{' '}
            </>
          )}
          <AccountNumber number={to.accountNumber} />
        </p>
        <p className="text-table text-muted-foreground">
          <bdi>
            {to.bankName}, {to.bankAddress}
          </bdi>
        </p>
      </div>
      <Link to={linkTo('transfer')} className="link-alone text-label">
        Change<span className="sr-only"> payee</span>
      </Link>
    </div>
  )
}
