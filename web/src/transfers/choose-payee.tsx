import { pages } from '@bank/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Landmark, type LucideIcon, Plus } from 'lucide-react'
import { useRef } from 'react'
import { AccountNumber } from '../accounts/account-number.tsx'
import { useAccountQuery, useLinkTo } from '../api/chosen-account.ts'
import { AddPayee } from '../beneficiaries/add-payee.tsx'
import { beneficiariesQuery, recentBeneficiariesQuery } from '../beneficiaries/beneficiaries.ts'
import { BeneficiaryList } from '../beneficiaries/beneficiary-list.tsx'
import { PayeeLink } from '../beneficiaries/payee-link.tsx'
import { usePayeeSearch } from '../beneficiaries/payee-search.tsx'
import { publicConfig } from '../public-config.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { someoneHere, someoneNew } from './payees.ts'
import type { FieldLink } from './transfer-fields.ts'

const toAmount: FieldLink = { field: 'amount' }
const toName: FieldLink = { field: 'account_name' }

/** Asks first whom to pay: a saved payee, one that was paid lately, someone new, or someone new at this bank. */
export function ChoosePayee({
  unfinishedFor,
  onTyped,
  ownTransferFrom,
}: {
  /** The name in a form of this kind that was left with a payee typed by hand; empty when there is none. */
  unfinishedFor: (id: string) => string
  /** Called before a form for a payee that is typed opens. */
  onTyped: (id: string) => void
  /** The number of the present account, if money can be moved from it to another of the customer's. */
  ownTransferFrom: string | undefined
}) {
  const { data: saved = [] } = useQuery(beneficiariesQuery)
  const { data: recent = [] } = useAccountQuery(recentBeneficiariesQuery)
  const linkTo = useLinkTo()
  const pathTo = (id: string) => linkTo('transfer', { to: id })
  const typedPayees = [
    { id: someoneNew, icon: Plus, name: 'Someone new', hint: 'Enter an account and a bank' },
    {
      id: someoneHere,
      icon: Landmark,
      name: `Someone at ${publicConfig.bankName}`,
      hint: 'Enter a name and an account number',
    },
  ]
  const search = usePayeeSearch(saved.length + recent.length)
  const title = useRef<HTMLHeadingElement>(null)
  const foundSaved = search.found(saved)
  const foundRecent = search.found(recent)
  return (
    <Card className="grid min-w-0 gap-field">
      <h2 ref={title} tabIndex={-1} className="text-h2">
        Who do you want to pay?
      </h2>
      {search.field}
      <div className="-mx-2 grid">
        {ownTransferFrom && (
          <PayeeLink
            to={linkTo('ownTransfer', { from: ownTransferFrom })}
            mark={<Mark icon={ArrowLeftRight} />}
            name={pages.ownTransfer.title}
          >
            Move money immediately, without a PIN
          </PayeeLink>
        )}
        {typedPayees.map(({ id, icon, name, hint }) => (
          <PayeeLink
            key={id}
            to={pathTo(id)}
            state={toName}
            onClick={() => onTyped(id)}
            mark={<Mark icon={icon} />}
            name={name}
          >
            {unfinishedFor(id) ? (
              <>
                Continue with <bdi>{unfinishedFor(id)}</bdi>
              </>
            ) : (
              hint
            )}
          </PayeeLink>
        ))}
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
      {foundSaved.length + foundRecent.length === 0 && search.nothing}
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
