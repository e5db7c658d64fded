import type { AccountView } from '@bank/contract/accounts/view'
import { clsx } from 'clsx'
import { ArrowLeftRight, Landmark, type LucideIcon, PiggyBank, Send } from 'lucide-react'
import { Link } from 'react-router'
import { AccountDetails } from '../accounts/account-details.tsx'
import { useLinkTo } from '../api/chosen-account.ts'

/** What a customer does most, below the balance. */
export function QuickActions({ account }: { account: AccountView }) {
  const linkTo = useLinkTo()
  return (
    <nav aria-label="Quick actions" className="grid grid-cols-4 gap-3">
      <Link to={linkTo('transfer')} className={action}>
        <Face icon={Send} label="Send" look="bg-primary text-primary-foreground" />
      </Link>
      <Link to={linkTo('ownTransfer', { from: account.number })} className={action}>
        <Face icon={ArrowLeftRight} label="Move" />
      </Link>
      <Link to={linkTo('pots')} className={action}>
        <Face icon={PiggyBank} label="Pots" />
      </Link>
      <AccountDetails account={account} className={action}>
        <Face icon={Landmark} label="Details" />
      </AccountDetails>
    </nav>
  )
}

const action =
  'grid justify-items-center gap-1 rounded-card py-1 text-label hover:bg-hover sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start sm:gap-3 sm:border sm:bg-card sm:p-3 sm:shadow-xs'

function Face({
  icon: Icon,
  label,
  look = 'bg-primary-soft text-primary-soft-foreground',
}: {
  icon: LucideIcon
  label: string
  look?: string
}) {
  return (
    <>
      <span className={clsx('inline-flex size-12 items-center justify-center rounded-full sm:size-10', look)}>
        <Icon aria-hidden size={20} />
      </span>
      {label}
    </>
  )
}
