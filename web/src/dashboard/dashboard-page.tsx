import type { AccountView } from '@bank/contract/accounts/view'
import { pages } from '@bank/contract/pages'
import type { MeView } from '@bank/contract/profile/view'
import { useState } from 'react'
import { AccountPicker } from '../accounts/account-picker.tsx'
import { isOpen, useAccounts } from '../accounts/accounts.ts'
import { ClosedAccount } from '../accounts/closed-account.tsx'
import { InactiveAccount } from '../accounts/inactive-account.tsx'
import { useMe } from '../accounts/me.ts'
import { isFirstTry } from '../api/first-try.ts'
import { LoadFailure } from '../api/load-failure.tsx'
import { FrozenNotice } from '../freeze/frozen-notice.tsx'
import { publicConfig } from '../public-config.ts'
import { useAmountsMark } from '../ui/hidden-amounts.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { AccountStrip } from './account-strip.tsx'
import { AccountSummary } from './account-summary.tsx'
import { BalanceChart } from './balance-chart.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { TickerAtEnd, TickerRow } from './market-ticker.tsx'
import { MoneyChart } from './money-chart.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { useMarketTicker } from './use-market-ticker.ts'

/** `/dashboard`: the account, the latest transactions, and the next actions. */
export function DashboardPage() {
  return (
    <div className="grid gap-section">
      <PageHeading className="max-md:sr-only">{pages.dashboard.title}</PageHeading>
      <Overview />
    </div>
  )
}

function Overview() {
  const { data, error, refetch } = useMe()
  const accounts = useAccounts()
  // The accounts are above the rest, which would move down for them. Without them the page shows the rest.
  if (!data || isFirstTry(accounts)) {
    if (error) {
      return <LoadFailure title="Your account could not be loaded" error={error} onRetry={() => refetch()} />
    }
    return (
      <>
        {publicConfig.ticker && <TickerRow />}
        <DashboardSkeleton />
      </>
    )
  }
  return (
    <>
      <AccountPicker />
      {data.frozenAt && <FrozenNotice since={data.frozenAt} />}
      <JustActivated account={data.account} />
      <OfAccount me={data} />
    </>
  )
}

/** Says so when the account becomes active while the page is open. */
function JustActivated({ account: { number, isActive } }: { account: AccountView }) {
  const [waited, setWaited] = useState<string>()
  if (!isActive && waited !== number) setWaited(number)
  if (!isActive || waited !== number) return null
  return <Notice tone="success">Your account is active: you can send and receive money now.</Notice>
}

function OfAccount({ me }: { me: MeView }) {
  if (!isOpen(me.account)) return <ClosedAccount account={me.account} />
  if (!me.account.isActive) return <InactiveAccount me={me} />
  return publicConfig.ticker ? <WithTicker account={me.account} /> : <Figures account={me.account} />
}

function WithTicker({ account }: { account: AccountView }) {
  const ticker = useMarketTicker()
  return (
    <>
      <TickerRow ticker={ticker} />
      <Figures account={account} />
      <TickerAtEnd ticker={ticker} />
    </>
  )
}

/** The balance, the quick actions, the latest transactions, the accounts and pots, and the charts. */
function Figures({ account }: { account: AccountView }) {
  const mark = useAmountsMark()
  const { data = [account] } = useAccounts()
  const accounts = data.filter(isOpen)
  const hasPots = account.inPots !== '0.00'
  return (
    <>
      <div className="grid gap-4">
        <AccountSummary account={account} />
        <QuickActions account={account} />
      </div>
      <RecentTransactions account={account} />
      <AccountStrip accounts={accounts} shown={account} />
      <div {...mark} className="grid items-start gap-section 2xl:grid-cols-2">
        <div className="min-w-0">
          <BalanceChart hasPots={hasPots} />
        </div>
        <div className="min-w-0">
          <MoneyChart hasOwnPlaces={hasPots || accounts.length > 1} />
        </div>
      </div>
    </>
  )
}
