import { accountTypes, currencyOptions, labelOf } from '@bank/contract/option-lists'
import { closingName, daysInWords } from '@bank/contract/statements/statement-words'
import type { StatementView } from '@bank/contract/statements/view'
import type { ReactNode } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { publicConfig } from '../public-config.ts'
import { useSession } from '../sessions/session.ts'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The holder, the account and the period; then the balances as a sum. */
export function StatementSummary({ statement }: { statement: StatementView | undefined }) {
  const { currency, opening, moneyIn, moneyOut, closing } = statement ?? {}
  const longest = Math.max(...[opening, moneyIn, moneyOut, closing].map((value) => value?.length ?? 0))
  const figure = (value: string | undefined) =>
    value && currency ? (
      // More than twelve digits in one amount make all of them smaller, on lines of the same height.
      <Amount value={value} currency={currency} className={longest > 13 ? 'text-h3' : ''} />
    ) : (
      <Skeleton className="h-lh w-28" />
    )
  // Amounts of more than eight digits stand below each other until a wide screen has room for them on one line.
  const room = longest > 9 ? 'xl:block xl:basis-1/5' : 'sm:block sm:basis-1/5'
  return (
    // On a wide screen it stays in view; the padding hides the lines that scroll under it.
    <div className="z-20 break-inside-avoid bg-background print:static 2xl:sticky 2xl:top-bar 2xl:-mt-4 2xl:pt-4">
      <Card className="grid gap-x-section gap-y-4">
        <Facts statement={statement} />
        <dl className="flex flex-wrap gap-x-4 gap-y-2 border-t pt-4">
          <Figure label="Opening balance" room={room}>
            {figure(opening)}
          </Figure>
          <Figure label="Money in" sign="+" room={room}>
            {figure(moneyIn)}
          </Figure>
          <Figure label="Money out" sign="−" room={room}>
            {figure(moneyOut)}
          </Figure>
          <Figure label={closingName({ asOf: statement?.asOf ?? null })} sign="=" room={room}>
            {figure(closing)}
          </Figure>
        </dl>
      </Card>
    </div>
  )
}

function Facts({ statement }: { statement: StatementView | undefined }) {
  const { data } = useSession()
  const fact = (render: (statement: StatementView) => ReactNode) =>
    statement ? render(statement) : <Skeleton className="h-lh w-28" />
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 tabular sm:grid-cols-3 lg:grid-cols-5">
      {/* Known before the statement is loaded, and of any length. */}
      <Fact name="Account holder">
        {statement?.holder ?? data?.session?.user.name ?? <Skeleton className="h-lh w-28" />}
      </Fact>
      <Fact name="Account Number">
        {fact(({ accountNumber }) => (
          <AccountNumber number={accountNumber} />
        ))}
      </Fact>
      <Fact name="Account Type">{fact(({ accountType }) => labelOf(accountTypes, accountType))}</Fact>
      <Fact name="Account currency">
        {fact(({ currency }) => (
          <bdi>{labelOf(currencyOptions, currency)}</bdi>
        ))}
      </Fact>
      <Fact name={`Period (${publicConfig.timeZone})`} className="col-span-2 text-balance lg:col-span-1">
        {fact((days) => daysInWords(days))}
      </Fact>
    </dl>
  )
}

function Figure({
  label,
  sign,
  room,
  children,
}: {
  label: string
  sign?: string
  /** The classes that put it beside the others from some width on. */
  room: string
  children: ReactNode
}) {
  return (
    // Below each other on a narrow screen, else four in a row; an amount is never broken.
    <div className={`flex w-full grow flex-wrap items-center justify-between gap-x-4 ${room}`}>
      <dt className="text-caption text-muted-foreground">
        {sign && <span aria-hidden>{sign} </span>}
        {label}
      </dt>
      <dd className="text-h2 whitespace-nowrap tabular">{children}</dd>
    </div>
  )
}
