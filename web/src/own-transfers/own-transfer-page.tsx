import type { AccountView } from '@bank/contract/accounts/view'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { linkTo, pages } from '@bank/contract/pages'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { accountName } from '../accounts/account-name.tsx'
import { foreignTo, isOpen, partnersOf, sourcesIn } from '../accounts/accounts.ts'
import { LoadedAccounts } from '../accounts/loaded-accounts.tsx'
import { useMe } from '../accounts/me.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { isFirstTry } from '../api/first-try.ts'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'
import { Amount } from '../ui/amount.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OwnTransferForm } from './own-transfer-form.tsx'

/** `/own-transfer`: moves money between two accounts of the customer. `?from=` and `?to=` have their numbers. */
export function OwnTransferPage() {
  const me = useMe()
  // Without the answer whether payments are frozen, the bank refuses.
  const isWaiting = isFirstTry(me)
  const placeholder = <Skeleton className="h-96 max-w-form rounded-card" />
  return (
    <div className="mx-auto grid w-full max-w-form gap-4 xl:max-w-236">
      <PageHeading>{pages.ownTransfer.title}</PageHeading>
      {me.data?.frozenAt ? (
        <FrozenNotice since={me.data.frozenAt} />
      ) : (
        <LoadedAccounts placeholder={placeholder}>
          {(accounts) => (isWaiting ? placeholder : <OwnTransfer accounts={accounts} />)}
        </LoadedAccounts>
      )}
    </div>
  )
}

function OwnTransfer({ accounts }: { accounts: readonly AccountView[] }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [moved, setMoved] = useState<OwnTransferReceipt>()
  const params = new URLSearchParams(search)
  const named = (among: readonly AccountView[], number: string | null) =>
    among.find((account) => account.number === number) ?? among[0]
  const sources = sourcesIn(accounts)
  const from = named(sources, params.get('from'))
  const partners = from ? partnersOf(from, accounts) : []
  const to = named(partners, params.get('to'))
  if (!from || !to) {
    return (
      <Card className="max-w-form">
        <EmptyState title="You need two active accounts in one currency">
          {new Set(accounts.filter(isOpen).map(({ currency }) => currency)).size > 1 && (
            <p className="text-muted-foreground">
              We don’t exchange money, so none can be moved between your accounts in different currencies.
            </p>
          )}
          <ButtonLink to={linkTo('accounts', { open: 'account' })} look="secondary">
            Open an account
          </ButtonLink>
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      {moved && <Moved receipt={moved} accounts={accounts} />}
      <OwnTransferForm
        // A form that has moved money is done: the next movement starts with an empty one.
        key={moved?.id}
        from={from}
        to={to}
        sources={sources}
        partners={partners}
        foreign={foreignTo(from, accounts)}
        onChoose={(numbers) => {
          const chosen = new URLSearchParams(numbers)
          navigate({ search: `?${chosen}` }, { replace: true })
        }}
        onMoved={setMoved}
      />
    </>
  )
}

/** What was moved last, with the way to both histories. */
function Moved({
  receipt: { amount, currency, ...numbers },
  accounts,
}: {
  receipt: OwnTransferReceipt
  accounts: readonly AccountView[]
}) {
  const from = accounts.find(({ number }) => number === numbers.from)
  const to = accounts.find(({ number }) => number === numbers.to)
  if (!from || !to) return null
  return (
    <div className="max-w-form">
      <Notice tone="success">
        <p>
          <Amount value={amount} currency={currency} /> moved from <bdi>{accountName(from)}</bdi> to{' '}
          <bdi>{accountName(to)}</bdi>.
        </p>
        <p className="flex flex-wrap gap-x-4">
          {[from, to].map((account) => (
            <Link
              key={account.number}
              to={linkTo('transactions', { account: choiceOf(account) })}
              className="link-alone wrap-anywhere"
            >
              Transactions of {accountName(account)}
            </Link>
          ))}
        </p>
      </Notice>
    </div>
  )
}
