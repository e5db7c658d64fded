import type { AccountView } from '@bank/contract/accounts/view'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { linkTo, pages } from '@bank/contract/pages'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { foreignTo, isOpen, partnersOf, sourcesIn } from '../accounts/accounts.ts'
import { LoadedAccounts } from '../accounts/loaded-accounts.tsx'
import { useMe } from '../accounts/me.ts'
import { isFirstTry } from '../api/first-try.ts'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { OwnTransferForm } from './own-transfer-form.tsx'
import { OwnTransferReceiptSlip } from './own-transfer-receipt-slip.tsx'

/** `/own-transfer`: moves money between two accounts of the customer. `?from=` and `?to=` have their numbers. */
export function OwnTransferPage() {
  const me = useMe()
  const [moved, setMoved] = useState<OwnTransferReceipt>()
  // Without the answer whether payments are frozen, the bank refuses.
  const isWaiting = isFirstTry(me)
  const placeholder = <Skeleton className="h-96 max-w-form rounded-card" />
  return (
    <div className="mx-auto grid w-full max-w-measure gap-4">
      <PageHeading>{moved ? 'Transfer receipt' : pages.ownTransfer.title}</PageHeading>
      {me.data?.frozenAt ? (
        <FrozenNotice since={me.data.frozenAt} />
      ) : (
        <LoadedAccounts placeholder={placeholder}>
          {(accounts) =>
            isWaiting ? (
              placeholder
            ) : moved ? (
              <OwnTransferReceiptSlip
                receipt={moved}
                accounts={accounts}
                onAgain={() => setMoved(undefined)}
              />
            ) : (
              <OwnTransfer accounts={accounts} onMoved={setMoved} />
            )
          }
        </LoadedAccounts>
      )}
    </div>
  )
}

function OwnTransfer({
  accounts,
  onMoved,
}: {
  accounts: readonly AccountView[]
  onMoved: (receipt: OwnTransferReceipt) => void
}) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const named = (among: readonly AccountView[], number: string | null) =>
    among.find((account) => account.number === number) ?? among[0]
  const sources = sourcesIn(accounts)
  const from = named(sources, params.get('from'))
  const partners = from ? partnersOf(from, accounts) : []
  const to = named(partners, params.get('to'))
  if (!from || !to) {
    return (
      <Card className="mx-auto w-full max-w-form">
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
    <OwnTransferForm
      from={from}
      to={to}
      sources={sources}
      partners={partners}
      foreign={foreignTo(from, accounts)}
      onChoose={(numbers) => {
        const chosen = new URLSearchParams(numbers)
        navigate({ search: `?${chosen}` }, { replace: true })
      }}
      onMoved={onMoved}
    />
  )
}
