import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, type LucideIcon, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccountChoice, useAccountPath } from '../accounts/account-in-url.ts'
import { AccountNumber } from '../accounts/account-number.tsx'
import { AddPayee } from '../beneficiaries/add-payee.tsx'
import { beneficiariesQuery, recentBeneficiariesQuery } from '../beneficiaries/beneficiaries.ts'
import { BeneficiaryList } from '../beneficiaries/beneficiary-list.tsx'
import { PayeeLink } from '../beneficiaries/payee-link.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Input } from '../ui/input.tsx'
import { detailsPath, someoneNew } from './payees.ts'
import type { FieldLink } from './transfer-fields.ts'

/** A list of this length has a search field. */
const searchableMin = 8

const toAmount: FieldLink = { field: 'amount' }
const toName: FieldLink = { field: 'account_name' }

/** Asks first whom to pay: a saved payee, one that was paid lately, or someone new. */
export function ChoosePayee({
  unfinished,
  onNew,
  ownTransferFrom,
}: {
  /** The name in a form that was left with a payee typed by hand; empty when there is none. */
  unfinished: string
  /** Called before the whole form opens. */
  onNew: () => void
  /** The number of the present account, if money can be moved from it to another of the customer's. */
  ownTransferFrom: string | undefined
}) {
  const { data: saved = [] } = useQuery(beneficiariesQuery)
  const { data: recent = [] } = useQuery(recentBeneficiariesQuery(useAccountChoice()))
  const path = useAccountPath()
  const pathTo = (id: string) => path(detailsPath(id))
  const [search, setSearch] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const foundSaved = saved.filter((one) => matches([one.name, ...textsOf(one)], search))
  const foundRecent = recent.filter((one) => matches(textsOf(one), search))
  return (
    <Card className="grid max-w-form gap-field">
      <h2 ref={title} tabIndex={-1} className="text-h2">
        Who do you want to pay?
      </h2>
      {saved.length + recent.length >= searchableMin && (
        <Input
          type="search"
          name="find_payee"
          label="Find a payee"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <div className="-mx-2 grid">
        {ownTransferFrom && (
          <PayeeLink
            to={`/own-transfer?from=${ownTransferFrom}`}
            mark={<Mark icon={ArrowLeftRight} />}
            name={pages.ownTransfer.title}
          >
            Move money at once, without a PIN
          </PayeeLink>
        )}
        <PayeeLink
          to={pathTo(someoneNew)}
          state={toName}
          onClick={onNew}
          mark={<Mark icon={Plus} />}
          name="Someone new"
        >
          {unfinished ? (
            <>
              Continue with <bdi>{unfinished}</bdi>
            </>
          ) : (
            'Enter an account and a bank'
          )}
        </PayeeLink>
      </div>
      {foundSaved.length > 0 && (
        <section className="grid gap-1">
          <h3 id="saved-payees" className="text-h3">
            Saved payees
          </h3>
          <BeneficiaryList
            beneficiaries={foundSaved}
            labelledBy="saved-payees"
            pathTo={pathTo}
            linkState={toAmount}
            onRemoved={() => title.current}
          />
        </section>
      )}
      {foundRecent.length > 0 && (
        <section className="grid gap-1">
          <h3 id="recent-payees" className="text-h3">
            Paid recently
          </h3>
          <ul aria-labelledby="recent-payees" className="-mx-2 grid">
            {foundRecent.map((one) => (
              <li key={one.transactionId} className="flex">
                <PayeeLink
                  to={pathTo(one.transactionId)}
                  state={toAmount}
                  mark={<Avatar name={one.accountName} />}
                  name={one.accountName}
                >
                  <AccountNumber number={one.accountNumber} />, <bdi>{one.bankName}</bdi>
                </PayeeLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {search && foundSaved.length + foundRecent.length === 0 && (
        <p role="status" className="text-table text-muted-foreground wrap-anywhere">
          No payees found for “<bdi>{search}</bdi>”.
        </p>
      )}
      <AddPayee isFirst={saved.length === 0} onAdded={() => {}} />
    </Card>
  )
}

function Mark({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-primary text-primary-foreground">
      <Icon aria-hidden size={20} />
    </span>
  )
}

function textsOf({ accountName, accountNumber, bankName }: BeneficiaryView): string[] {
  return [accountName, accountNumber, bankName]
}

function matches(texts: readonly string[], search: string): boolean {
  const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
  return texts.some((text) => plain(text).includes(plain(search)))
}
