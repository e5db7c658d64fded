import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo } from '@bank/contract/pages'
import { clsx } from 'clsx'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountName, NumberEnd } from '../accounts/account-name.tsx'
import { CurrencyMark } from '../accounts/currency-mark.tsx'
import { DividedBar, Total } from '../accounts/total.tsx'
import { choiceOf, useLinkTo } from '../api/chosen-account.ts'
import { GoalRing } from '../pots/goal-ring.tsx'
import { usePots } from '../pots/pots.ts'
import { Amount } from '../ui/amount.tsx'

/** Further accounts are on the page of all accounts. */
const accountsMax = 6

/** The open accounts and the filled pots of the one shown, as a strip of small cards that lead to their pages. */
export function AccountStrip({ accounts, shown }: { accounts: readonly AccountView[]; shown: AccountView }) {
  const linkToOfShown = useLinkTo()
  const hasPots = shown.inPots !== '0.00'
  const inCurrency = accounts.filter(({ currency }) => currency === shown.currency)
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-h2">Accounts and pots</h2>
        <p className="flex gap-x-4 text-label">
          <Link to={linkTo('accounts')} className="link-alone">
            All accounts
          </Link>
          <Link to={linkToOfShown('pots')} className="link-alone">
            All pots
          </Link>
        </p>
      </div>
      {/* A phone scrolls it sideways. */}
      <section aria-label="Accounts and pots" className={strip}>
        <ul aria-label="Your accounts" className="contents">
          {accounts.slice(0, accountsMax).map((account) => (
            <SmallCard
              key={account.number}
              to={linkTo('dashboard', { account: choiceOf(account) })}
              isShown={account.number === shown.number}
              mark={<CurrencyMark currency={account.currency} />}
              aside={<NumberEnd number={account.number} />}
              name={accountName(account)}
              amount={<Amount value={account.balance} currency={account.currency} />}
            />
          ))}
          {accounts.length === 1 && (
            <AddCard to={linkTo('accounts', { open: 'account' })}>Open another account</AddCard>
          )}
        </ul>
        <ul aria-label="Your pots" className="contents">
          {hasPots ? <Pots /> : <AddCard to={linkToOfShown('pots', { open: 'pot' })}>Open a pot</AddCard>}
        </ul>
      </section>
      {hasPots && (
        <div className="grid gap-1.5">
          <Total accounts={inCurrency} />
          <DividedBar accounts={inCurrency} />
        </div>
      )}
    </div>
  )
}

const strip = clsx(
  'relative -mx-gutter flex snap-x gap-3 overflow-x-auto scroll-px-gutter px-gutter py-1 *:*:w-40 *:*:shrink-0 *:*:snap-start',
  'md:mx-0 md:grid md:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] md:px-0 md:*:*:w-auto',
)

function Pots() {
  const linkTo = useLinkTo()
  const { data = [] } = usePots()
  return data
    .filter(({ balance }) => balance !== '0.00')
    .map((pot) => (
      <SmallCard
        key={pot.id}
        to={linkTo('pots')}
        mark={<GoalRing pot={pot} size="size-10" />}
        name={pot.name}
        amount={<Amount value={pot.balance} currency={pot.currency} />}
      />
    ))
}

function SmallCard({
  to,
  isShown,
  mark,
  aside,
  name,
  amount,
}: {
  to: string
  /** Whether the dashboard is about it. */
  isShown?: boolean
  mark: ReactNode
  aside?: ReactNode
  name: string
  amount: ReactNode
}) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isShown ? 'true' : undefined}
        className="grid h-full grid-cols-1 content-start gap-1 rounded-card border bg-card p-3 text-table shadow-xs hover:bg-hover aria-[current=true]:border-primary"
      >
        <span className="flex items-center justify-between text-muted-foreground">
          {mark}
          {aside}
        </span>
        <span dir="auto" className="mt-1 wrap-anywhere text-muted-foreground">
          {name}
        </span>
        <span className="text-label wrap-anywhere">{amount}</span>
      </Link>
    </li>
  )
}

/** An outline where there could be a card. */
function AddCard({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="grid h-full place-content-center justify-items-center gap-1 rounded-card border border-dashed border-input-border p-3 text-center text-label text-link hover:bg-hover"
      >
        <Plus aria-hidden size={20} />
        {children}
      </Link>
    </li>
  )
}
