import type { AccountView } from '@bank/contract/accounts/view'
import { linkTo, pages } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import type { TransactionView } from '@bank/contract/transactions/view'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountName } from '../accounts/account-name.tsx'
import { openBeside } from '../accounts/accounts.ts'
import { useMe } from '../accounts/me.ts'
import { type AccountChoice, choiceOf } from '../api/chosen-account.ts'
import { isFirstTry } from '../api/first-try.ts'
import { potsQuery } from '../pots/pots.ts'
import { useSignedIn } from '../sessions/session.ts'
import { historyQuery } from '../transactions/transactions.ts'
import { Amount } from '../ui/amount.tsx'

/** Something that keeps an account from being closed, and where the customer removes it. */
type Obstacle = {
  readonly sentence: ReactNode
  readonly to?: string
  readonly link?: string
}

/**
 * What keeps an account of the customer from being closed; undefined until it is known. What cannot be read is left out: the bank
 * checks everything again.
 */
export function useClosingObstacles(
  account: AccountView,
  accounts: readonly AccountView[],
): Obstacle[] | undefined {
  const { user } = useSignedIn()
  const choice = choiceOf(account)
  const me = useMe()
  const pots = useQuery(potsQuery(choice))
  const pending = usePending(choice)
  if ([me, pots, pending].some(isFirstTry)) return undefined
  const others = openBeside(account, accounts)
  const obstacles: (Obstacle | false | undefined)[] = [
    account.isMain && others.length > 0 && closesLast(others),
    account.isMain && isStaff(user.role) && keptForAdministrator,
    !account.isActive && { sentence: 'It is not active. To close it, contact us.', ...support },
    me.data?.frozenAt != null && {
      sentence: 'Your payments are frozen. Unfreeze them first.',
      to: linkTo('limits'),
      link: pages.limits.title,
    },
    pots.data &&
      pots.data.length > 0 && {
        sentence: <>Close its pots first: {listOf(pots.data.map(({ name }) => name))}.</>,
        to: linkTo('pots', { account: choice }),
        link: pages.pots.title,
      },
    pending.data &&
      pending.data.length > 0 && {
        sentence: <PendingPayments payments={pending.data} />,
        to: linkTo('transactions', { status: 'pending', account: choice }),
        link: 'Pending transactions',
      },
  ]
  return obstacles.filter((obstacle) => obstacle !== false && obstacle !== undefined)
}

const support = { to: linkTo('support'), link: 'Contact Support' }

const keptForAdministrator: Obstacle = {
  sentence: 'The main account of a member of staff stays open. Ask an administrator to take your role first.',
}

function closesLast(others: readonly AccountView[]): Obstacle {
  return {
    sentence: (
      <>Your main account closes last. Close your other accounts first: {listOf(others.map(accountName))}.</>
    ),
  }
}

/** The newest pending transactions of an account: a sentence names no more. */
function usePending(account: AccountChoice) {
  return useQuery({
    ...historyQuery({ account, status: 'pending', limit: namedMax }),
    select: ({ transactions }) => transactions,
  })
}

const namedMax = 5

function PendingPayments({ payments }: { payments: readonly TransactionView[] }) {
  return (
    <>
      Payments are still pending. Close the account when they are completed or have failed:
      <ul className="mt-2 grid gap-1">
        {payments.map(({ id, type, amount, currency, counterparty, description }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="wrap-anywhere">{counterparty ?? description}</bdi>
            <span className="ms-auto">
              <Amount value={amount} currency={currency} type={type} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Names in one sentence, each isolated from the others, in either writing direction. */
function listOf(names: readonly string[]): string {
  return names.map((name) => `\u2068${name}\u2069`).join(', ')
}

/** The obstacles, each with the way to where it is removed. */
export function ClosingObstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <ul className="grid gap-4">
      {obstacles.map(({ sentence, to, link }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown.
        <li key={position} className="grid justify-items-start gap-1">
          <div className="w-full">{sentence}</div>
          {to && (
            <Link to={to} className="link-alone">
              {link}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
